import fc from 'fast-check';
import type {
  IndexBuilder,
  LaunchFields,
  PledgeFields,
  TokenAccountFields,
} from '../../support/index-builder.ts';
import type { NaiveIndex } from './naive-index.ts';

export const LAUNCH_IDS = [0n, 7n, 2n ** 64n - 1n];
export const WALLETS = ['a', 'b', 'c', 'd', 'e', 'f'];
export const NEWEST_SLOT = 40n;

export const u64 = fc.oneof(
  fc.bigInt(0n, 3n),
  fc.bigInt(0n, 10_000n),
  fc.bigInt(2n ** 64n - 3n, 2n ** 64n - 1n),
);
const i64 = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n));
export const anySlot = fc.bigInt(1n, NEWEST_SLOT);
const launchId = fc.constantFrom(...LAUNCH_IDS);
const closed = fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0);

const launchFields: fc.Arbitrary<LaunchFields> = fc.record({
  launchId,
  slot: anySlot,
  status: fc.integer({ min: 0, max: 4 }),
  tokenAllocation: u64,
  totalPledged: u64,
  startTs: i64,
  endTs: i64,
  closed,
});
const pledgeFields: fc.Arbitrary<PledgeFields> = fc.record({
  launchId,
  slot: anySlot,
  pledger: fc.constantFrom(...WALLETS),
  amount: u64,
  tokensReleased: u64,
  refunded: fc.boolean(),
  pledgedTs: i64,
  closed,
});
const tokenAccountFields: fc.Arbitrary<TokenAccountFields> = fc.record({
  launchId,
  slot: anySlot,
  role: fc.constantFrom('escrow', 'vault'),
  amount: u64,
  closed,
});
/** Rows of one batch. Slots are random, so batches also rewrite earlier slots, as repairs and replays do. */
export const anyBatch = fc.record({
  launches: fc.array(launchFields, { maxLength: 4 }),
  pledges: fc.array(pledgeFields, { maxLength: 12 }),
  tokenAccounts: fc.array(tokenAccountFields, { maxLength: 4 }),
});
export type Batch = typeof anyBatch extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes one batch and its checkpoint at the newest slot, into the index and into the naive reading of it. */
export async function writeBatch(
  index: IndexBuilder,
  { launches, pledges, tokenAccounts }: Batch,
  naive: NaiveIndex,
): Promise<void> {
  const revision = index.revision + 1n;
  // Of two rows with the same account, slot and revision none is the truth; the indexer never writes such.
  for (const fields of once(launches, (row) => `${row.launchId} ${row.slot}`)) {
    index.launch(fields);
    naive.launches.push({ account: `${fields.launchId}`, revision, fields });
  }
  for (const fields of once(pledges, (row) => `${row.launchId} ${row.pledger} ${row.slot}`)) {
    index.pledge(fields);
    naive.pledges.push({ account: `${fields.launchId} ${fields.pledger}`, revision, fields });
  }
  for (const fields of once(tokenAccounts, (row) => `${row.launchId} ${row.role} ${row.slot}`)) {
    index.tokenAccount(fields);
    naive.tokenAccounts.push({ account: `${fields.launchId} ${fields.role}`, revision, fields });
  }
  await index.checkpoint({ slot: NEWEST_SLOT, slotTime: 1_000n });
}

function once<Fields extends object>(rows: readonly Fields[], name: (fields: Fields) => string): Fields[] {
  return [...new Map(rows.map((fields) => [name(fields), fields])).values()];
}
