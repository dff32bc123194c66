import type { z } from 'zod';
import { launchRow, pledgeRow } from '../../../api/read/account-versions.ts';
import { newestCheckpoint } from '../../../api/read/checkpoint.ts';
import { readCoverage, requireHeld } from '../../../api/read/coverage.ts';
import { readIdentity } from '../../../api/read/identity.ts';
import { auditsPage } from '../../../api/read/records/audits.ts';
import { coveragePage } from '../../../api/read/records/coverage-page.ts';
import { flowsPage } from '../../../api/read/records/flows.ts';
import { curveOf } from '../../../api/read/records/raise-curve.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { parseException } from '../../../core/olap/rejection.ts';
import { clientFailure } from '../../../core/olap/server/failure.ts';
import { ChunkLedger } from '../../../indexer/backfill/ledger.ts';
import { newestCheckpoint as resumeFrom } from '../../../indexer/model/checkpoint.ts';
import { coveredTo } from '../../../indexer/write/resume/progress.ts';
import { answeringLane } from '../support/answering-lane.ts';
import { jsonText, mutatedJson } from '../support/mutate-json.ts';
import type { Random } from '../support/random.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const AT = {
  slot: 100n,
  revision: 9n,
  rollbackRevision: 0n,
  finalizedSlot: 0n,
  tokensByTransactions: false,
  chainSlot: 100n,
  slotTime: undefined,
  commitment: 'confirmed',
  indexedAt: 0,
} as const;
const clock = { now: () => 0, sleep: async () => undefined };

interface Reading {
  readonly name: string;
  readonly row: (random: Random) => object;
  readonly read: (lane: OlapLane) => Promise<unknown>;
}

const u64 = (random: Random): string => `${random.once(2) ? BigInt(random.below(120)) : random.u64()}`;
const i64 = (random: Random): string => `${BigInt.asIntN(64, random.u64())}`;
const time = (): string => '2026-01-02 03:04:05.678';
const key = (random: Random): string => pubkeyFromBytes(random.bytes(32));
const hex = (random: Random, bytes: number): string => random.bytes(bytes).toString('hex').toUpperCase();

const READINGS: readonly Reading[] = [
  { name: 'checkpoint', row: checkpointRow, read: (lane) => newestCheckpoint(lane) },
  {
    name: 'resume',
    row: (random) => ({
      slot: u64(random),
      revision: u64(random),
      chainSlot: u64(random),
      slotTime: i64(random),
    }),
    read: resumeFrom,
  },
  { name: 'covered', row: (random) => ({ covered: random.once(3) ? null : u64(random) }), read: coveredTo },
  {
    name: 'identity',
    row: (random) => ({ cluster: 'localnet', program_id: key(random) }),
    read: (lane) => readIdentity(lane),
  },
  { name: 'coverage', row: coverageRow, read: readHeld },
  { name: 'ranges', row: coverageRow, read: (lane) => coveragePage(askOf(lane), { limit: 10 }) },
  { name: 'audits', row: auditRow, read: (lane) => auditsPage(askOf(lane), { limit: 10 }) },
  { name: 'flows', row: flowRow, read: (lane) => flowsPage(askOf(lane), 100n, { launchId: 7n, limit: 10 }) },
  { name: 'curve', row: curveRow, read: (lane) => curveOf(askOf(lane), { launchId: 7n, points: 10 }) },
  { name: 'launches', row: launchColumns, read: (lane) => lane.query({ sql: '' }, launchRow) },
  { name: 'pledges', row: pledgeColumns, read: (lane) => lane.query({ sql: '' }, pledgeRow) },
  {
    name: 'chunks',
    row: chunkRow,
    read: (lane) =>
      new ChunkLedger(lane, { id: 'a', kind: 'b' }, clock as never).newestRun(new AbortController().signal),
  },
];

/** Rows of ClickHouse, as JSON lines: each is read as it is or refused by its columns. */
export const rows: FuzzTarget = {
  name: 'rows',
  feeds: 'lines of ClickHouse answers and its exceptions to their readers',
  share: 0.2,
  good: 'launches',
  start: () => ({
    feed: async (random) => {
      if (random.once(20)) return feedException(random);
      const { name, row, read } = random.pick(READINGS);
      const lane = answeringLane(() =>
        Array.from({ length: random.below(4) }, () =>
          random.once(2) ? jsonText(row(random)) : mutatedJson(row(random), random),
        ),
      );
      try {
        const value = await read(lane);
        hold(isWhole(value), 'no number of a row is none', () => ({ name, value }));
        return name;
      } catch (error) {
        if (isLaunchlensError(error) && REFUSALS.includes(error.code)) return error.code;
        throw error;
      }
    },
  }),
};

const REFUSALS = ['OLAP_BAD_ROW', 'SLOT_NOT_HELD', 'SLOT_AHEAD', 'LAUNCH_STATUS_UNKNOWN'];

/** What a server says of a failure, whatever it is. */
function feedException(random: Random): string {
  const text = `Code: ${random.below(999)}. DB::Exception: ${random.text(200)}${random.once(2) ? ' (TIMEOUT_EXCEEDED)' : ''}`;
  parseException(random.once(2) ? text : random.text(300));
  return clientFailure('clickhouse', new Error(text)).code;
}

const askOf = (lane: OlapLane) =>
  (<Row>(_sql: string, _parameters: unknown, row: z.ZodType<Row>) => lane.query({ sql: '' }, row)) as never;

async function readHeld(lane: OlapLane): Promise<unknown> {
  const coverage = await readCoverage(lane, AT);
  for (const slot of [0n, 50n, 99n, 100n]) {
    try {
      requireHeld(slot, 100n, coverage);
    } catch (error) {
      if (!isLaunchlensError(error, 'SLOT_NOT_HELD')) throw error;
      const { before, after } = error.context;
      hold(before === undefined || before < slot, 'the slot named before lies before', () => coverage);
      hold(after > slot && after <= 100n, 'the slot named after lies after', () => ({
        slot,
        after,
        coverage,
      }));
    }
  }
  return coverage;
}

/** Whether no number in a value is NaN or infinite. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value instanceof Map) return [...value.values()].every(isWhole);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.values(value).every(isWhole);
}

function checkpointRow(random: Random): object {
  return {
    slot: u64(random),
    revision: u64(random),
    chain_slot: u64(random),
    take_back_revision: u64(random),
    slot_time: random.once(3) ? null : i64(random),
    commitment: 'confirmed',
    indexed_at: time(),
  };
}

function coverageRow(random: Random): object {
  const state = random.pick(['streamed', 'snapshot', 'lost', 'repaired']);
  const to = u64(random);
  return {
    from_slot: u64(random),
    to_slot: to,
    last_slot: to,
    state,
    source: 'x',
    cause: '',
    revision: u64(random),
    at: time(),
  };
}

function auditRow(random: Random): object {
  const digests = { chain_hex: hex(random, 32).toLowerCase(), index_hex: hex(random, 32).toLowerCase() };
  const times = { started_at: time(), finished_at: time() };
  return {
    audit_slot: u64(random),
    launch_id: u64(random),
    verdict: 'equal',
    accounts: '1',
    differences: '0',
    detail: '',
    ...digests,
    ...times,
  };
}

function flowRow(random: Random): object {
  return {
    ...{
      flow_slot: u64(random),
      signature_hex: hex(random, 64),
      ordinal: 0,
      direction: 'in',
      kind: 'pledge',
    },
    ...{ wallet_key: key(random), mint_key: key(random), amount: u64(random), block_time: i64(random) },
    ...{ from_slot: u64(random), to_slot: u64(random) },
  };
}

function curveRow(random: Random): object {
  return {
    step_slot: u64(random),
    total_pledged: u64(random),
    pledger_count: 3,
    steps: '9',
    slot: u64(random),
    known_time: i64(random),
  };
}

function launchColumns(random: Random): object {
  const keys = [
    'address_key',
    'authority_key',
    'launch_mint_key',
    'pledge_mint_key',
    'escrow_token_account_key',
  ];
  const amounts = [
    'launch_id',
    'min_raise',
    'max_raise',
    'token_allocation',
    'total_pledged',
    'max_pledge_per_wallet',
    'updated_slot',
  ];
  const times = ['start_ts', 'end_ts', 'release_start_ts'];
  const small = ['pledger_count', 'release_cliff_seconds', 'release_duration_seconds'];
  return {
    status: random.below(6),
    closed: random.below(2),
    ...Object.fromEntries(keys.map((name) => [name, key(random)])),
    ...Object.fromEntries(amounts.map((name) => [name, u64(random)])),
    ...Object.fromEntries(times.map((name) => [name, i64(random)])),
    ...Object.fromEntries(small.map((name) => [name, random.u32()])),
  };
}

function pledgeColumns(random: Random): object {
  return {
    ...{
      launch_id: u64(random),
      pledger_hex: hex(random, 32),
      address_hex: hex(random, 32),
      amount: u64(random),
    },
    ...{
      tokens_released: u64(random),
      refunded: random.below(2),
      pledged_ts: i64(random),
      slot: u64(random),
      closed: 0,
    },
  };
}

function chunkRow(random: Random): object {
  const counts = { read: u64(random), written: u64(random), unchanged: '0', quarantined: '0' };
  return {
    run: 1,
    chunk: random.pick(['', 'a']),
    state: random.pick(['started', 'done', 'finished']),
    ...counts,
    gaps: random.pick(['', '[]', '[', '{}']),
    detail: '',
  };
}
