import { z } from 'zod';
import { U64_MAX } from '../../schemas/u64.ts';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { type OlapLane, timestampColumn, unsignedColumn } from '../olap/port.ts';

/** The end of a digest: a revision, or the ledger at a time in milliseconds. */
export interface DigestBound {
  readonly revision?: bigint | undefined;
  readonly at?: number | undefined;
}

export interface LedgerDigest {
  readonly revision: bigint;
  /** When the batch of that revision was appended, in milliseconds; undefined for an empty ledger. */
  readonly at: number | undefined;
  /** The newest slot that is known to have been indexed by then; undefined if none was. */
  readonly indexedSlot: bigint | undefined;
  readonly events: bigint;
  /** 64 hex digits. */
  readonly digest: string;
}

const reachRow = z.object({ revision: unsignedColumn, at: timestampColumn });
const REACH = `SELECT revision, at FROM reward_checkpoints
  WHERE revision <= {revision:UInt64} AND toUnixTimestamp64Milli(at) <= {at_ms:Int64}
  ORDER BY revision DESC LIMIT 1`;

/** One line of text per event, by its SHA-256 as a big-endian number. Sums of UInt256 wrap, as intended. */
const DIGEST = `SELECT count() AS events, toString(sum(reinterpretAsUInt256(reverse(SHA256(line))))) AS line_sum
  FROM
  (
      SELECT concat(
          toString(record_id), ',',
          toString(kind), ',',
          toString(toUnixTimestamp64Milli(at)), ',',
          program, ',',
          wallet, ',',
          ifNull(toString(amount_base_units), ''), ',',
          tx_signature, ',',
          toString(premature), ',',
          lower(hex(reason))
      ) AS line
      FROM reward_events FINAL
      WHERE revision <= {revision:UInt64}
  )
  SETTINGS max_threads = 1`;
const digestRow = z.object({ events: unsignedColumn, line_sum: unsignedColumn });

/** Older checkpoints are thinned out, so this is the last one kept before that time. */
const SLOT = `SELECT slot FROM checkpoints WHERE toUnixTimestamp64Milli(indexed_at) <= {by_ms:Int64}
  ORDER BY revision DESC LIMIT 1`;
const slotRow = z.object({ slot: unsignedColumn });

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The digest of the ledger's events, independent of their batches: ledgers with the same events have the same
 * digest.
 * @throws REWARD_REVISION_UNKNOWN
 */
export async function ledgerDigest(
  lane: OlapLane,
  { revision, at }: DigestBound,
  signal?: AbortSignal,
): Promise<LedgerDigest> {
  const bound = { revision: revision ?? U64_MAX, at_ms: at ?? NEVER };
  const abort = signal && { signal };
  const [reach] = await lane.query({ sql: REACH, parameters: bound, ...abort }, reachRow);
  if (revision !== undefined && revision !== 0n && reach?.revision !== revision) {
    const detail = `The reward ledger has no revision ${revision}${at === undefined ? '' : ' by then'}.`;
    throw new LaunchlensError('REWARD_REVISION_UNKNOWN', { detail });
  }
  const reached = reach?.revision ?? 0n;
  const [found] = await lane.query({ sql: DIGEST, parameters: { revision: reached }, ...abort }, digestRow);
  const { events, line_sum } = found ?? { events: 0n, line_sum: 0n };
  const by = { by_ms: at ?? (revision === undefined ? NEVER : (reach?.at ?? NEVER)) };
  const [indexed] = await lane.query({ sql: SLOT, parameters: by, ...abort }, slotRow);
  const sum = line_sum.toString(16).padStart(64, '0');
  return { revision: reached, at: reach?.at, indexedSlot: indexed?.slot, events, digest: sum };
}
