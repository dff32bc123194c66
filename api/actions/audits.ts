import type { AuditAnswer, AuditListAnswer } from '../../schemas/rest/proof.ts';
import {
  type DifferenceState,
  auditDifferences as differencesOf,
} from '../read/records/audit-differences.ts';
import { type AuditState, auditsPage } from '../read/records/audits.ts';
import { pinOf } from '../read/take-backs.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askFreshRecords, askPinnedRecords, type SlotRequest } from './freshness.ts';
import { pageAnswer } from './page.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount, wireCount, wireInstant } from './wire.ts';

export interface AuditsRequest extends SlotRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Comparisons of the index with the chain at or below the answer's slot, newest slot first.
 * @throws CURSOR_INVALID and those of `askFresh`
 */
export async function audits(
  { mirror, cursors }: MirrorContext,
  request: AuditsRequest,
): Promise<AnsweredPage<AuditListAnswer>> {
  const { limit } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.open('audits', request.cursor);
  const { stamp, facts } = await askPinnedRecords({ mirror, cursor, request }, (records) =>
    auditsPage(records.ask, { after: cursor?.after, limit }),
  );
  return pageAnswer({
    stamp,
    rows: facts.audits,
    more: facts.more,
    cursor: ({ slot, startedAt, launchId }) =>
      cursors.seal('audits', { ...pinOf(stamp), after: { slot, startedAt, launchId } }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      next_cursor,
      results: facts.audits.map(auditAnswer),
    }),
  });
}

function auditAnswer(audit: AuditState): AuditAnswer {
  return {
    slot: wireCount(audit.slot),
    launch_id: audit.launchId === undefined ? null : wireAmount(audit.launchId),
    verdict: audit.verdict,
    accounts: wireCount(audit.accounts),
    differences: wireCount(audit.differences),
    chain_digest: audit.chainDigest,
    index_digest: audit.indexDigest,
    detail: audit.detail,
    started_at: wireInstant(audit.startedAt),
    finished_at: wireInstant(audit.finishedAt),
  };
}

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
