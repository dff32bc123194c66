import {
  type DifferenceState,
  auditDifferences as differencesOf,
} from '../read/records/audit-differences.ts';
import type { MirrorContext } from './context.ts';
import { askFreshRecords, type SlotRequest } from './freshness.ts';
import { wireAmount } from './wire.ts';

export interface AuditDifferencesRequest extends SlotRequest {
  /** The audit: its slot, and when it began in milliseconds since the Unix epoch. */
  readonly audit: { readonly slot: bigint; readonly startedAt: number };
  readonly limit: number;
}

export interface AuditDifferenceAnswer {
  readonly account: string;
  readonly kind: string;
  readonly launch_id: string | null;
  readonly field: string;
  readonly indexed: string | null;
  readonly chain: string | null;
  readonly repaired: boolean;
}

/** The differing fields of one audit, at most `limit`. */
export async function auditDifferences(
  { mirror }: MirrorContext,
  request: AuditDifferencesRequest,
): Promise<readonly AuditDifferenceAnswer[]> {
  const { audit, limit } = request;
  const { facts } = await askFreshRecords(mirror, request, (records) =>
    differencesOf(records.ask, { audit, limit }),
  );
  return facts.map(answerOf);
}

function answerOf({ launchId, ...difference }: DifferenceState): AuditDifferenceAnswer {
  return { ...difference, launch_id: launchId === undefined ? null : wireAmount(launchId) };
}
