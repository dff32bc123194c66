import type { IndexBuilder, LaunchFields } from '../../../support/index-builder.ts';

/** Launches of every status, as the tests of the explorer look at them. */
export const START = 1_767_225_600n;
export const NEWEST = 1_234n;
/** Slots that the index lost. */
export const LOST = { from: 600n, to: 620n };
export const FIRST = 50n;
export const HUGE_ID = 9_007_199_254_740_993n;

const UNIT = 1_000_000n;
const TOKEN = 1_000_000_000n;

/** Seconds of a slot: two and a half slots each. */
export const timeOf = (slot: bigint): bigint => START + (slot * 2n) / 5n;

const TERMS = {
  minRaise: 100_000n * UNIT,
  maxRaise: 250_000n * UNIT,
  tokenAllocation: 1_000_000_000n * TOKEN,
  startTs: timeOf(60n),
  endTs: timeOf(2_000n),
  releaseStartTs: timeOf(400n),
  cliffSeconds: 100,
  durationSeconds: 1_000,
  maxPledgePerWallet: 9_000n * UNIT,
} satisfies Partial<LaunchFields>;

/** Amounts that are told apart at a glance, to the last digit. */
const amountOf = (index: number): bigint =>
  BigInt((index * 7_919) % 5_000) * UNIT + 1_234_567n + BigInt(index);

/** Of launches that are settled. */
const ENDED = { minRaise: 80_000n * UNIT, endTs: timeOf(690n) };

interface Raised {
  readonly launchId: bigint;
  readonly status: number;
  readonly pledges: number;
  readonly terms?: Partial<LaunchFields>;
  /** Of the escrow, beside every pledge that was not paid back. */
  readonly surplus?: bigint;
}

/** A launch with its pledges, one a step of ten slots, and its escrow. */
function raise(index: IndexBuilder, { launchId, status, pledges, terms = {}, surplus = 0n }: Raised): void {
  const fields = { ...TERMS, ...terms, launchId };
  index.launch({ ...fields, slot: 60n, status: status === 0 ? 0 : 1 });
  let total = 0n;
  let refunded = 0n;
  for (let count = 1; count <= pledges; count += 1) {
    const slot = 60n + BigInt(count) * 10n;
    const amount = amountOf(count);
    total += amount;
    const back = status === 3 && count % 3 !== 0;
    if (back) refunded += amount;
    const released = status === 2 || status === 4 ? amount * 1_000n : 0n;
    index.pledge({
      ...{ launchId, slot, amount, pledger: `wallet ${count}`, pledgedTs: timeOf(slot) },
      ...{ refunded: back, tokensReleased: released },
    });
    index.flow({ launchId, slot, wallet: `wallet ${count}`, amount, blockTime: timeOf(slot) });
    index.launch({ ...fields, slot, status: 1, totalPledged: total, pledgerCount: count });
    index.tokenAccount({ launchId, role: 'escrow', slot, amount: total });
  }
  const slot = 700n;
  if (status > 1) index.launch({ ...fields, slot, status, totalPledged: total, pledgerCount: pledges });
  const held = status === 4 ? 0n : total - refunded + surplus;
  index.tokenAccount({ launchId, role: 'escrow', slot, amount: held });
  index.tokenAccount({ launchId, role: 'vault', slot: 60n, amount: TERMS.tokenAllocation });
}

/** Writes all of it, and the checkpoint. */
export async function fillExplorer(index: IndexBuilder): Promise<void> {
  await index.reset();
  raise(index, { launchId: 1n, status: 4, pledges: 44, terms: ENDED });
  raise(index, { launchId: 2n, status: 2, pledges: 40, surplus: 123_456_789n, terms: ENDED });
  raise(index, { launchId: 3n, status: 3, pledges: 12, terms: ENDED });
  raise(index, { launchId: 4n, status: 1, pledges: 52, terms: { startTs: timeOf(61n) } });
  raise(index, { launchId: HUGE_ID, status: 0, pledges: 0, terms: { startTs: timeOf(9_000n) } });
  index.mint('pledge mint', 6, 55n).mint('launch mint', 9, 55n);
  for (let slot = FIRST; slot <= NEWEST; slot += 1n) index.slot(slot, timeOf(slot));
  index
    .coverage('streamed', FIRST, LOST.from - 1n)
    .coverage('lost', LOST.from, LOST.to)
    .coverage('streamed', LOST.to + 1n, NEWEST)
    .flowCoverage(FIRST, NEWEST)
    .audit(1_200n, 'equal');
  await show(index, NEWEST);
}

export async function show(index: IndexBuilder, slot: bigint, chainSlot = slot): Promise<void> {
  await index.checkpoint({ slot, chainSlot, slotTime: timeOf(slot), indexedAt: Date.now() });
}

/** Goes on to a slot with whatever was added since; the explorer's own index ends at `NEWEST`. */
export async function goOn(index: IndexBuilder, to: bigint): Promise<void> {
  index.slot(to, timeOf(to)).coverage('streamed', NEWEST, to);
  await show(index, to);
}
