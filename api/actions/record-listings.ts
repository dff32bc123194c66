import { fixedBase58 } from '../../core/kernel/base58.ts';
import type { FlowAnswer, FlowListAnswer } from '../../schemas/rest/flows.ts';
import type { AuditAnswer, AuditListAnswer, CoverageAnswer } from '../../schemas/rest/proof.ts';
import {
  type DifferenceState,
  auditDifferences as differencesOf,
} from '../read/records/audit-differences.ts';
import { type AuditState, auditsPage } from '../read/records/audits.ts';
import { coveragePage } from '../read/records/coverage-page.ts';
import { type FlowState, flowsPage } from '../read/records/flows.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askFreshRecords, type SlotRequest } from './freshness.ts';
import { listPage, type PageRequest } from './page.ts';
import { wireAmount, wireCount, wireInstant, wireTime } from './wire.ts';

/** Listings of what was recorded over time. @throws those of `listPage` */

const MOST_LOST_RANGES = 200;

/** How each range of slots was indexed, newest first. */
export function coverage(
  context: MirrorContext,
  request: PageRequest,
): Promise<AnsweredPage<CoverageAnswer>> {
  return listPage(context, request, {
    name: 'coverage',
    terms: {},
    ask: (slots, question) =>
      askFreshRecords(context.mirror, slots, ({ ask }) => coveragePage(ask, question)),
    rows: ({ ranges }) => ranges,
    place: ({ from, revision }) => ({ from, revision }),
    body: ({ ranges, coverage: { first, lost } }, { source, next_cursor }) => ({
      source,
      first_slot: first === undefined ? null : wireCount(first),
      lost: lost
        .slice(-MOST_LOST_RANGES)
        .map(({ from, to }) => ({ from_slot: wireCount(from), to_slot: wireCount(to) })),
      next_cursor,
      results: ranges.map(({ from, to, state, origin, cause, recordedAt }) => ({
        from_slot: wireCount(from),
        to_slot: wireCount(to),
        state,
        origin,
        cause,
        recorded_at: wireInstant(recordedAt),
      })),
    }),
  });
}

/** A launch's escrow activity, oldest first. */
export function escrowFlows(
  context: MirrorContext,
  request: PageRequest & { readonly launchId: bigint },
): Promise<AnsweredPage<FlowListAnswer>> {
  return listPage(context, request, {
    name: 'flows',
    terms: { launchId: request.launchId },
    ask: (slots, question) =>
      askFreshRecords(context.mirror, slots, (records) =>
        records.ofLaunch(question.launchId, (ask) => flowsPage(ask, records.stamp.slot, question)),
      ),
    rows: ({ flows }) => flows,
    place: ({ slot, signature, ordinal }) => {
      return { slot, signature: Buffer.from(signature).toString('hex').toUpperCase(), ordinal };
    },
    body: ({ flows, completeFrom }, { source, next_cursor }, { terms: { launchId } }) => ({
      source,
      launch_id: wireAmount(launchId),
      complete_from_slot: completeFrom === undefined ? null : wireCount(completeFrom),
      next_cursor,
      results: flows.map((flow) => flowAnswer(launchId, flow)),
    }),
  });
}

/** The column has exactly 64 bytes. */
const signatureText = fixedBase58(64);

function flowAnswer(launchId: bigint, flow: FlowState): FlowAnswer {
  return {
    launch_id: wireAmount(launchId),
    slot: wireCount(flow.slot),
    time: flow.blockTime === undefined ? null : wireTime(flow.blockTime),
    signature: signatureText(flow.signature),
    ordinal: flow.ordinal,
    direction: flow.direction,
    kind: flow.kind,
    wallet: flow.wallet ?? null,
    mint: flow.mint,
    amount: wireAmount(flow.amount),
  };
}

/** Comparisons of the index with the chain at or below the answer's slot, newest slot first. */
export function audits(context: MirrorContext, request: PageRequest): Promise<AnsweredPage<AuditListAnswer>> {
  return listPage(context, request, {
    name: 'audits',
    terms: {},
    ask: (slots, question) => askFreshRecords(context.mirror, slots, ({ ask }) => auditsPage(ask, question)),
    rows: (facts) => facts.audits,
    place: ({ slot, startedAt, launchId }) => ({ slot, startedAt, launchId }),
    body: (facts, { source, next_cursor }) => ({
      source,
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

interface AuditDifferencesRequest extends SlotRequest {
  /** The audit: its slot, and when it began in milliseconds since the Unix epoch. */
  readonly audit: { readonly slot: bigint; readonly startedAt: number };
  readonly limit: number;
}

/** The differing fields of one audit, at most `limit`. */
export async function auditDifferences({ mirror }: MirrorContext, request: AuditDifferencesRequest) {
  const { audit, limit } = request;
  const { facts } = await askFreshRecords(mirror, request, (records) =>
    differencesOf(records.ask, { audit, limit }),
  );
  return facts.map(({ launchId, ...difference }: DifferenceState) => ({
    ...difference,
    launch_id: launchId === undefined ? null : wireAmount(launchId),
  }));
}
