import { expect, test } from 'vitest';
import { tableBytes } from '../../../api/read/latest/pledge-table.ts';
import { PLEDGE_ORDERS } from '../../../schemas/rest/orders.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { ask } from '../graphql/support/graphql-under-test.ts';
import { indexSuite } from '../support/index-suite.ts';
import { openApi, showSlot } from '../support/mirror-under-test.ts';

const under = indexSuite();

const LAUNCH_IDS = [1n, 2n, 3n];
const PLEDGES = 30;
const wallet = pubkeyOf('wallet 3');
const ofLaunch = (launchId: bigint): string[] => [
  `/api/v1/ilo/launches/${launchId}/`,
  `/api/v1/ilo/launches/${launchId}/?wallet=${wallet}`,
  `/api/v1/ilo/launches/${launchId}/distribution/`,
  ...PLEDGE_ORDERS.map(
    (order) => `/api/v1/ilo/launches/${launchId}/pledges/?order_by=${order}&limit=7&min_amount=4`,
  ),
];
const PATHS = [
  '/api/v1/ilo/status/',
  '/api/v1/ilo/launches/?limit=2',
  `/api/v1/ilo/wallets/${wallet}/positions/`,
  ...LAUNCH_IDS.flatMap(ofLaunch),
];
const QUERY = `{ launches(first: 3) { nodes { launchId pledges(first: 4, orderBy: amount_desc) { nodes { pledger amount } } } } }`;

/** Launch 3 is the newest and active; launch 1 is settled, so even lists show sums over its pledges. */
async function fillIndex(): Promise<void> {
  const { index } = under;
  index.slot(1n, 10n).coverage('streamed', 1n, 9n).mint('launch mint', 9, 1n).mint('pledge mint', 6, 1n);
  for (const launchId of LAUNCH_IDS) {
    const terms = { totalPledged: 500n, tokenAllocation: 1_000n, startTs: launchId };
    index.launch({ launchId, slot: 1n, status: launchId === 1n ? 2 : 1, ...terms });
    index.tokenAccount({ launchId, role: 'escrow', slot: 1n, amount: 500n });
    for (let number = 0; number < PLEDGES; number += 1) {
      index.pledge({ launchId, pledger: `wallet ${number}`, slot: 1n, amount: BigInt(number % 9) });
    }
  }
}

test('an API with memory for one launch has the answers of an API with memory for all', async () => {
  await fillIndex();
  await under.index.checkpoint({ slot: 1n });
  const large = openApi(under.olap);
  const small = openApi(under.olap, {}, {}, { pledgeBytes: tableBytes(2 * PLEDGES) });
  try {
    const { store } = small.followed;
    const expectEqualAnswers = async (slots: readonly string[]): Promise<void> => {
      for (const path of PATHS) {
        for (const slot of slots) {
          const asked = `${path}${slot && (path.includes('?') ? '&' : '?')}${slot}`;
          const [ours, theirs] = [await small.get(asked), await large.get(asked)];
          expect(ours.status, asked).toBe(200);
          expect(ours.text, asked).toBe(theirs.text);
        }
      }
      const pages = await ask(small, QUERY);
      expect(pages.errors).toBeUndefined();
      expect(pages.text).toBe((await ask(large, QUERY)).text);
    };
    await small.followed.reaches(1n);
    await large.followed.reaches(1n);

    // Only the newest launch was read: three launches, three escrows, and its pledges.
    expect(store.counters.rows).toBe(6 + PLEDGES);
    expect(store.held?.state.coldCount).toBe(2);
    await expectEqualAnswers(['']);
    expect(store.counters.coldAnswers).toBeGreaterThan(10);

    // Changes of cold launches come with the next slot as those of the others do.
    under.index.slot(2n, 20n).pledge({ launchId: 1n, pledger: 'wallet 3', slot: 2n, amount: 70n });
    under.index.pledge({ launchId: 3n, pledger: 'wallet 3', slot: 2n, closed: true });
    await showSlot(under, small, 2n);
    await large.followed.reaches(2n);
    await expectEqualAnswers(['', 'as_of_slot=1']);

    // A launch that is asked for while the others are not comes into memory.
    const { warmed } = store.counters;
    let asked = 0;
    await waitFor(
      async () => {
        // An answer that is cached asks nothing.
        await small.get(`/api/v1/ilo/launches/2/pledges/?limit=${1 + (asked++ % 200)}`);
        return store.counters.warmed > warmed;
      },
      { what: 'launch 2 to come into memory' },
    );
    await expectEqualAnswers(['', 'as_of_slot=1']);
    expect(store.held?.state.memory.bytes).toBeLessThanOrEqual(tableBytes(2 * PLEDGES));
  } finally {
    await small.stop();
    await large.stop();
  }
});
