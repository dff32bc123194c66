import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoreStep } from '../../../../api/read/latest/store.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { followIndex, type IndexUnderTest, openIndex } from '../../support/mirror-under-test.ts';

let under: IndexUnderTest;
beforeAll(async () => {
  under = await openIndex();
});
afterAll(async () => {
  await under.dispose();
});

test('a listener hears of each step once, with the launches that changed, until it stops listening', async () => {
  const { index } = under;
  const followed = followIndex(under.olap, { pollMs: 3_600_000 });
  const steps: StoreStep[] = [];
  const stop = followed.store.onStep((step) => steps.push(step));
  const advanceTo = async (slot: bigint) => {
    await index.checkpoint({ slot });
    followed.store.nudge();
    await followed.reaches(slot);
  };
  try {
    // Given a load, of which nobody can say what changed
    await index.reset();
    index.launch({ launchId: 1n, slot: 1n }).launch({ launchId: 2n, slot: 1n });
    await advanceTo(1n);
    // When a launch, a pledge and a balance change, each of another launch
    index
      .launch({ launchId: 1n, slot: 2n })
      .pledge({ launchId: 2n, pledger: 'a', slot: 2n })
      .tokenAccount({ launchId: 3n, role: 'escrow', slot: 2n });
    await advanceTo(2n);
    // And when nothing changes
    await advanceTo(3n);

    // Then
    expect(steps.map(({ launchIds }) => launchIds && [...launchIds].sort())).toEqual([
      undefined,
      [1n, 2n, 3n],
      [],
    ]);
    expect(steps.map(({ snapshot }) => snapshot.stamp.slot)).toEqual([1n, 2n, 3n]);
    expect(await waitFor(() => followed.store.held, { what: 'the store' })).toBe(steps[2]?.snapshot);

    // A load answers from an old checkpoint, so only the later steps are timed.
    const registry = new Registry();
    followed.store.publication.exposeIn(registry);
    expect(await registry.metrics()).toContain('launchlens_api_publication_seconds_count 2\n');

    stop();
    await advanceTo(4n);
    expect(steps).toHaveLength(3);
  } finally {
    await followed.stop();
  }
});
