import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSlotTime } from '../../../api/read/checkpoint.ts';
import { historyView } from '../../../api/read/history/view.ts';
import { advance } from '../../../api/read/latest/advance.ts';
import type { LatestSnapshot } from '../../../api/read/latest/snapshot.ts';
import { latestView } from '../../../api/read/latest/view.ts';
import { pledgePosition } from '../../../api/read/lists.ts';
import type { PledgeState } from '../../../api/read/model.ts';
import type { MirrorView, PledgePage, PledgePosition } from '../../../api/read/questions.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { keyOf, type LaunchFields, type PledgeFields, pubkeyOf } from '../../support/index-builder.ts';
import { type IndexUnderTest, openIndex } from '../support/mirror-under-test.ts';
import { NaiveIndex, pledgerKey } from '../support/naive-index.ts';
import { anyBatch, anySlot, LAUNCH_IDS, NEWEST_SLOT, writeBatch } from '../support/random-index.ts';

describe('the newest state, history and a naive reading of every row', () => {
  let under: IndexUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });

  async function moveOn(held: LatestSnapshot | undefined): Promise<LatestSnapshot> {
    const signal = new AbortController().signal;
    const found = await advance(held, { olap: under.olap, expected: {}, signal });
    if (found === undefined) throw new Error('there is no newer checkpoint');
    return found.apply();
  }

  test('agree at every slot, after every batch, whatever order rows come in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBatch, { minLength: 1, maxLength: 4 }),
        fc.array(anySlot, { minLength: 1, maxLength: 2 }),
        async (batches, pastSlots) => {
          await under.index.reset();
          const naive = new NaiveIndex();
          let held: LatestSnapshot | undefined;
          for (const rows of batches) {
            await writeBatch(under.index, rows, naive);
            held = await moveOn(held);
            await expectAgreement(latestView(held), naive, NEWEST_SLOT);
          }
          if (held === undefined) return;
          await expectAgreement(historyView(under.olap.reader, held.stamp), naive, NEWEST_SLOT);
          for (const past of pastSlots) {
            const stamp = { ...held.stamp, slot: past };
            await expectAgreement(historyView(under.olap.reader, stamp), naive, past);
          }
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test('agree on the block time that is "now"', async () => {
    await under.index.reset();
    under.index.slot(3n, 30n).slot(4n, null).slot(6n, 60n).coverage('streamed', 3n, 7n);
    await under.index.checkpoint({ slot: 7n });
    const held = await moveOn(undefined);

    expect(held.stamp.now).toBe(60n);
    const times = [2n, 3n, 4n, 5n, 6n, 7n].map((at) =>
      readSlotTime(under.olap.reader, { slot: at, revision: 1n }),
    );
    expect(await Promise.all(times)).toEqual([undefined, 30n, 30n, 30n, 60n, 60n]);
  });

  test('rows above the checkpoint count nowhere', async () => {
    await under.index.reset();
    under.index
      .launch({ launchId: 7n, slot: 3n, status: 1 })
      .pledge({ launchId: 7n, pledger: 'a', slot: 3n, amount: 1n });
    await under.index.checkpoint({ slot: 5n });
    under.index
      .launch({ launchId: 7n, slot: 6n, status: 3 })
      .pledge({ launchId: 7n, pledger: 'a', slot: 4n, amount: 2n });
    await under.index.writeWithoutCheckpoint();
    const held = await moveOn(undefined);

    for (const view of [latestView(held), historyView(under.olap.reader, held.stamp)]) {
      const { facts } = await view.launch({ launchId: 7n, wallet: pubkeyOf('a') });
      expect(facts).toMatchObject({ launch: { status: 'active' }, pledge: { amount: 1n } });
    }
  });
});

/** Every question of a view against the naive reading. */
async function expectAgreement(view: MirrorView, naive: NaiveIndex, at: bigint): Promise<void> {
  const launches = naive.launchesAt(at);
  const idsOf = (facts: { launches: readonly { launch: { launchId: bigint } }[] }) =>
    facts.launches.map(({ launch }) => launch.launchId);

  const all = (await view.launches({ limit: 200 })).facts;
  expect(idsOf(all)).toEqual(launches.map((launch) => launch.launchId));
  const active = (await view.launches({ limit: 1, status: 'active' })).facts;
  const naiveActive = launches.filter(({ status }) => status === 1);
  expect(active.count).toBe(naiveActive.length);
  expect(idsOf(active)).toEqual(naiveActive.slice(0, 1).map((launch) => launch.launchId));

  const current = (await view.current()).facts?.launch.launchId;
  const settledOrNot = (codes: readonly number[]) =>
    launches.find(({ status = 0 }) => codes.includes(status));
  expect(current).toBe((settledOrNot([1]) ?? settledOrNot([0]) ?? settledOrNot([2, 3, 4]))?.launchId);

  for (const id of LAUNCH_IDS) await expectLaunch(view, naive, { at, id });
}

async function expectLaunch(
  view: MirrorView,
  naive: NaiveIndex,
  { at, id }: { readonly at: bigint; readonly id: bigint },
): Promise<void> {
  const launch = naive.launchesAt(at).find((candidate) => candidate.launchId === id);
  const pledges = naive.pledgesAt(at, id);
  const first = (await view.launch({ launchId: id, wallet: pubkeyOf('a') })).facts;
  if (launch === undefined) {
    expect(first).toBeUndefined();
    expect((await view.pledges({ launchId: id, limit: 10 })).facts).toBeUndefined();
    return;
  }
  expect(first).toMatchObject({
    launch: { tokenAllocation: launch.tokenAllocation, endTs: launch.endTs, updatedSlot: launch.slot },
    escrowBalance: naive.balanceAt(at, id, 'escrow'),
    vaultBalance: naive.balanceAt(at, id, 'vault'),
  });
  const mine = pledges.find((pledge) => Buffer.compare(pledgerKey(pledge), keyOf('a')) === 0);
  expect(first?.pledge?.amount).toBe(mine?.amount);
  expect(first?.totals).toEqual((launch.status ?? 0) < 2 ? undefined : totalsOf(launch, pledges));

  const pages: PledgeState[] = [];
  for (let after: PledgePosition | undefined, more = true; more; ) {
    const page: PledgePage | undefined = (await view.pledges({ launchId: id, limit: 2, after })).facts;
    pages.push(...(page?.pledges ?? []));
    more = page?.more ?? false;
    const last = page?.pledges.at(-1);
    after = last && pledgePosition('pledger', last);
  }
  expect(pages).toMatchObject(
    pledges.map((pledge) => ({
      pledger: pubkeyFromBytes(pledgerKey(pledge)),
      amount: pledge.amount,
      tokensReleased: pledge.tokensReleased,
      refunded: pledge.refunded,
      pledgedTs: pledge.pledgedTs,
      updatedSlot: pledge.slot,
    })),
  );
}

function totalsOf(
  { tokenAllocation = 0n, totalPledged = 0n }: LaunchFields,
  pledges: readonly PledgeFields[],
) {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const refunded = pledges.filter((pledge) => pledge.refunded);
  const allocated = ({ amount = 0n }: PledgeFields) =>
    totalPledged === 0n ? 0n : (amount * tokenAllocation) / totalPledged;
  const rests = pledges.map((pledge) => allocated(pledge) - (pledge.tokensReleased ?? 0n));
  return {
    allocatedTotal: sum(pledges.map(allocated)),
    releasedTotal: sum(pledges.map(({ tokensReleased = 0n }) => tokensReleased)),
    owedTotal: sum(rests.filter((rest) => rest > 0n)),
    refundableTotal: sum(pledges.map(({ amount = 0n }) => amount)),
    refundedTotal: sum(refunded.map(({ amount = 0n }) => amount)),
    refundedCount: refunded.length,
  };
}
