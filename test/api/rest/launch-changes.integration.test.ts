import { describe, expect, test } from 'vitest';
import { launchChangesAnswer } from '../../../schemas/rest/launch-changes.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';

const CHANGES = '/api/v1/ilo/launches/7/changes/';

describe('GET /ilo/launches/<launch_id>/changes/', () => {
  const mirror = mirrorSuite();
  const ask = async (query = '') => {
    const { json } = await mirror.api.get(`${CHANGES}${query}`);
    expect(() => launchChangesAnswer.parse(json)).not.toThrow();
    const { around, first_slot, previous_slot, next_slot, last_slot } = json;
    return [around, [first_slot, previous_slot, next_slot, last_slot]];
  };

  test('leads from change to change of the launch, its pledges and its balances', async () => {
    mirror.index
      .launch({ launchId: 7n, slot: 2n })
      .pledge({ launchId: 7n, slot: 4n, pledger: 'a' })
      .tokenAccount({ launchId: 7n, role: 'escrow', slot: 6n, amount: 1n })
      .launch({ launchId: 8n, slot: 5n })
      .coverage('streamed', 1n, 9n);
    await mirror.show(9n);

    expect(await ask()).toEqual([9, [2, 6, null, 6]]);
    expect(await ask('?around=6')).toEqual([6, [2, 4, null, 6]]);
    expect(await ask('?around=4')).toEqual([4, [2, 2, 6, 6]]);
    expect(await ask('?around=1')).toEqual([1, [2, null, 2, 6]]);
    expect(await ask('?around=5&as_of_slot=5')).toEqual([5, [2, 4, null, 4]]);
  });

  test('does not take a row that only repeats a change for another one', async () => {
    mirror.index.launch({ launchId: 7n, slot: 2n }).launch({ launchId: 7n, slot: 8n, changedSlot: 2n });
    await mirror.show(9n);
    expect(await ask()).toEqual([9, [2, 2, null, 2]]);
  });

  test('is 404 for a launch that does not exist', async () => {
    await mirror.show(9n);
    expect(await mirror.api.get(CHANGES)).toMatchObject({ status: 404 });
  });
});
