import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { preMintAt } from '../../../core/ledger/pre-mint.ts';
import { ledgerReach } from '../../../core/ledger/reach.ts';
import type { OlapLane, SqlParameters } from '../../../core/olap/port.ts';
import {
  FEE_SHARE_PROGRAMS,
  HISTORY_ONLY_PROGRAMS,
  REVIEW_WINDOW_MS,
  type RewardFacts,
} from '../../../core/rules/rewards.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import type { Stamp } from '../model.ts';
import { sqlFile } from '../sql-file.ts';
import { claimableRow, factsRow, groupRow } from './rows.ts';
import { groupOf, walletRecords } from './wallet-events.ts';

const file = (name: string): string => sqlFile(import.meta.url, name);
const RECORDS = file('records.sql');
const SUMMARY = file('summary.sql').replace('$records', RECORDS);
const CLAIMABLE = file('claimable.sql').replace('$records', RECORDS);
const HISTORY = file('history.sql').replace('$records', RECORDS);
/** What `records.sql` needs to know of core/rules. */
export const FOLD_RULES = {
  fee_share: FEE_SHARE_PROGRAMS,
  history_only: HISTORY_ONLY_PROGRAMS,
  review_ms: REVIEW_WINDOW_MS,
};

/** A read of the ledger, and the ledger's revision then. */
export interface ReadAt<Facts> {
  readonly facts: Facts;
  /** Includes every event of a revision up to this one, and none after it. */
  readonly ledgerRevision: bigint;
}

export interface HistoryQuestion {
  readonly wallet: Pubkey;
  readonly program: RewardProgram | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The revision to read the ledger at; the newest if undefined. */
  readonly ledgerRevision?: bigint | undefined;
}

export interface HistoryFacts {
  readonly records: readonly RewardFacts[];
  readonly more: boolean;
}

export interface ClaimQuestion {
  readonly wallet: Pubkey;
  readonly program: RewardProgram;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

export type ClaimableRecord = z.output<typeof claimableRow>;

export interface RewardsReaderOptions {
  readonly lane: OlapLane;
  readonly mint: Pubkey | undefined;
  /** Longest time that one read may take. */
  readonly limitMs?: number;
  /** The store folds the events of wallets with more events than this. */
  readonly foldedHere?: number;
}

/** Reads for which the store folds a wallet's events. */
type Read<Facts> = (bound: SqlParameters, signal: AbortSignal) => Promise<Facts>;

/** The records of a wallet with few events; undefined if it has more. */
interface Few {
  readonly records: readonly RewardFacts[] | undefined;
  readonly revision: bigint;
}

interface Bound {
  /** The revision that the reader named. */
  readonly asked: bigint | undefined;
  readonly signal: AbortSignal;
}

const FOLDED_HERE = 2_000;

/** @throws LEDGER_REVISION_AHEAD */
function reached(revision: bigint, newest: bigint): bigint {
  if (revision <= newest) return revision;
  throw new LaunchlensError('LEDGER_REVISION_AHEAD', { revision, newest });
}

/** Reads of the reward ledger. */
export type RewardsReader = ReturnType<typeof createRewardsReader>;

export function createRewardsReader(options: RewardsReaderOptions) {
  const { lane, mint, limitMs = 15_000, foldedHere: most = FOLDED_HERE } = options;

  /** The ledger's revision when it was last read here. It only grows. */
  let known = 0n;

  const reachNow = async (signal: AbortSignal): Promise<bigint> => {
    const { revision } = await ledgerReach(lane, signal);
    known = revision;
    return revision;
  };

  /**
   * A batch counts once its checkpoint exists, so a revision known before a read bounds the rows of that read. If no
   * batch came since, it is still the newest; otherwise the read is repeated with the new revision.
   */
  async function ofFewEvents(wallet: Pubkey, { asked, signal }: Bound): Promise<Few> {
    const before = asked ?? known;
    const first = await walletRecords(lane, { wallet, known: before, most, signal });
    const reach = first.reach ?? (await reachNow(signal));
    known = reach;
    if (asked !== undefined) return { records: first.records, revision: reached(asked, reach) };
    if (reach === before || !first.records) return { records: first.records, revision: reach };
    const { records } = await walletRecords(lane, { wallet, known: reach, most, signal });
    return { records, revision: reach };
  }

  /** The revision is read first and bounds the rows, so that no batch is seen in part. */
  async function bounded<Facts>(
    wallet: Pubkey,
    read: Read<Facts>,
    ofFew?: (records: readonly RewardFacts[]) => Facts,
    asked?: bigint,
  ): Promise<ReadAt<Facts>> {
    const signal = AbortSignal.timeout(limitMs);
    const few = ofFew && (await ofFewEvents(wallet, { asked, signal }));
    if (ofFew && few?.records) return { facts: ofFew(few.records), ledgerRevision: few.revision };
    const revision = few?.revision ?? (await reachNow(signal));
    const bound = { revision, wallet, ...FOLD_RULES };
    return { facts: await read(bound, signal), ledgerRevision: revision };
  }

  return {
    /** A wallet's records, counted by everything that determines their status at `now`, in milliseconds. */
    groups: (wallet: Pubkey, now: number) =>
      bounded(
        wallet,
        (bound, signal) => {
          const window = { now_ms: now, any_program: true, program: '' };
          return lane.query({ sql: SUMMARY, parameters: { ...bound, ...window }, signal }, groupRow);
        },
        (records) => records.map((facts) => groupOf(facts, now)),
      ),
    /** One page of a wallet's records, newest first, ties by the greater id. Voided records are omitted. */
    history: ({ wallet, program, limit, offset, ledgerRevision }: HistoryQuestion) =>
      bounded<HistoryFacts>(
        wallet,
        async (bound, signal) => {
          const filter = { any_program: program === undefined, program: program ?? '' };
          const parameters = { ...bound, ...filter, limit: limit + 1, offset };
          const found = await lane.query({ sql: HISTORY, parameters, signal }, factsRow);
          const records = found.slice(0, limit).map((row) => ({ ...row, wallet }));
          return { records, more: found.length > limit };
        },
        (all) => {
          const wanted = program === undefined ? all : all.filter((facts) => facts.program === program);
          const records = wanted.slice(offset, offset + limit);
          return { records, more: wanted.length > offset + limit };
        },
        ledgerRevision,
      ),
    /** The records of a wallet that are claimable and priced, in the order of their ids. */
    claimable: ({ wallet, program, now }: ClaimQuestion) =>
      bounded(wallet, (bound, signal) => {
        const filter = { any_program: false, program, now_ms: now };
        return lane.query({ sql: CLAIMABLE, parameters: { ...bound, ...filter }, signal }, claimableRow);
      }),
    /** Whether the reward token's mint does not exist at an answer's slot. */
    preMint: ({ slot, checkpoint: { revision } }: Stamp) =>
      preMintAt(lane, mint, { slot, revision, signal: AbortSignal.timeout(limitMs) }),
  };
}
