import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { flowListAnswer } from '../../../schemas/rest/flows.ts';
import { auditListAnswer, coverageAnswer } from '../../../schemas/rest/proof.ts';
import { keyOf, pubkeyOf } from '../../support/index-builder.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';
import { pagesOf } from '../support/pages-of.ts';

const LAUNCH = '/api/v1/ilo/launches/7';

describe('how the state came about', () => {
  const mirror = mirrorSuite();
  const { show } = mirror;

  describe('the flows of an escrow', () => {
    test('are listed oldest first on one slot, whatever comes meanwhile', async () => {
      mirror.index.launch({ launchId: 7n, slot: 1n }).coverage('streamed', 1n, 5n).flowCoverage(1n, 5n);
      for (let slot = 1n; slot <= 5n; slot++) {
        mirror.index
          .flow({
            launchId: 7n,
            slot,
            wallet: 'a',
            amount: slot,
            transaction: 'x',
            blockTime: 1_790_000_000n,
          })
          .flow({
            launchId: 7n,
            slot,
            wallet: null,
            amount: 0n,
            transaction: 'x',
            ordinal: 1,
            direction: 'out',
          });
      }
      await show(5n);

      let slot = 5n;
      const pages = await pagesOf(mirror.api, {
        path: `${LAUNCH}/flows/`,
        limit: 3,
        between: async () => {
          slot += 1n;
          mirror.index.flow({ launchId: 7n, slot, wallet: 'late', amount: 1n });
          await show(slot);
        },
      });

      for (const page of pages) expect(() => flowListAnswer.parse(page)).not.toThrow();
      expect(pages.map(({ source }) => source.last_indexed_slot)).toEqual([5, 5, 5, 5]);
      expect(pages.map(({ complete_from_slot }) => complete_from_slot)).toEqual([1, 1, 1, 1]);
      const flows = pages.flatMap(({ results }) => results);
      expect(flows.map((flow) => [flow.slot, flow.ordinal])).toEqual(
        [1, 2, 3, 4, 5].flatMap((at) => [
          [at, 0],
          [at, 1],
        ]),
      );
      expect(flows[0]).toEqual({
        launch_id: '7',
        slot: 1,
        time: '2026-09-21T14:13:20Z',
        signature: base58.encode(Buffer.concat([keyOf('x'), keyOf('x')])),
        ordinal: 0,
        direction: 'in',
        kind: 'pledge',
        wallet: pubkeyOf('a'),
        mint: pubkeyOf('pledge mint'),
        amount: '1',
      });
      expect(flows[1]).toMatchObject({ direction: 'out', time: null, wallet: null });
    });

    test('are an honest empty list where no transactions were ever indexed', async () => {
      mirror.index.launch({ launchId: 7n, slot: 1n });
      await show(5n);
      expect((await mirror.api.get(`${LAUNCH}/flows/`)).json).toMatchObject({
        complete_from_slot: null,
        results: [],
      });
    });

    test('a movement that was read twice is one', async () => {
      mirror.index
        .launch({ launchId: 7n, slot: 1n })
        .flow({ launchId: 7n, slot: 2n, wallet: 'a', amount: 1n });
      await show(3n);
      mirror.index.flow({ launchId: 7n, slot: 2n, wallet: 'a', amount: 1n });
      await show(4n);
      expect((await mirror.api.get(`${LAUNCH}/flows/`)).json.results).toHaveLength(1);
    });
  });

  test('coverage shows pieces that adjoin as one range, newest first, and what was lost', async () => {
    mirror.index
      .coverage('snapshot', 5n, 5n)
      .coverage('streamed', 6n, 9n)
      .coverage('streamed', 10n, 12n)
      .coverage('lost', 13n, 15n)
      .coverage('snapshot', 16n, 16n);
    await show(20n);

    const pages = await pagesOf(mirror.api, { path: '/api/v1/ilo/coverage/', limit: 3 });

    for (const page of pages) expect(() => coverageAnswer.parse(page)).not.toThrow();
    expect(pages[0]).toMatchObject({ first_slot: 5, lost: [{ from_slot: 13, to_slot: 15 }] });
    expect(
      pages.flatMap(({ results }) =>
        results.map((row: Record<string, unknown>) => [row.state, row.from_slot, row.to_slot]),
      ),
    ).toEqual([
      ['snapshot', 16, 16],
      ['lost', 13, 15],
      ['streamed', 6, 12],
      ['snapshot', 5, 5],
    ]);
  });

  test('audits are listed by slot, those of one launch and those of the whole index', async () => {
    mirror.index
      .audit(3n, 'equal')
      .audit(3n, 'different', 2n ** 64n - 1n)
      .audit(5n, 'equal', 0n)
      .audit(9n, 'equal');
    mirror.index.coverage('streamed', 1n, 8n);
    await show(8n);

    const pages = await pagesOf(mirror.api, { path: '/api/v1/ilo/audits/', limit: 1 });

    for (const page of pages) expect(() => auditListAnswer.parse(page)).not.toThrow();
    const rows = pages.flatMap(({ results }) => results);
    expect(rows.map(({ slot, launch_id, verdict }) => [slot, launch_id, verdict])).toEqual([
      [5, '0', 'equal'],
      [3, '18446744073709551615', 'different'],
      [3, null, 'equal'],
    ]);
  });

  test('an audit is shown as soon as it is written, though the index stands still', async () => {
    await show(8n);
    const before = await mirror.api.get('/api/v1/ilo/audits/');
    mirror.index.audit(8n, 'equal');
    await mirror.index.writeWithoutCheckpoint();

    const after = await mirror.api.get('/api/v1/ilo/audits/', {
      'if-none-match': String(before.headers.etag),
    });

    expect(after).toMatchObject({ status: 200, json: { results: [{ slot: 8 }] } });
  });

  test.for(['raise-curve/', 'distribution/', 'flows/'])(
    '%s is 404 where no LaunchConfig exists',
    async (path) => {
      await show(8n);
      expect(await mirror.api.get(`${LAUNCH}/${path}`)).toMatchObject({
        status: 404,
        json: { detail: 'No LaunchConfig exists for launch_id 7 at slot 8.' },
      });
    },
  );
});
