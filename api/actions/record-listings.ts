import type { SlotRange } from '../../core/rules/slot-ranges.ts';
import { type FlowListAnswer, flowListAnswer } from '../../schemas/rest/flows.ts';
import { MINT_FIELD_NAMES } from '../../schemas/rest/mints.ts';
import {
  type AuditListAnswer,
  audit,
  type CoverageAnswer,
  coverageAnswer,
} from '../../schemas/rest/proof.ts';
import {
  type DifferenceState,
  auditDifferences as differencesOf,
} from '../read/records/audit-differences.ts';
import { auditsPage } from '../read/records/audits.ts';
import { coveragePage } from '../read/records/coverage-page.ts';
import { flowsPage } from '../read/records/flows.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askFreshRecords, type SlotRequest } from './freshness.ts';
import { withMints } from './launch-mints.ts';
import { listPage, type PageRequest } from './page.ts';
import { wireAmount, wireSignature } from './wire.ts';
import { writerOf } from './write.ts';

/** Listings of what was recorded over time. @throws those of `listPage` */

const MOST_LOST_RANGES = 200;

const PAGE = { source: true, next_cursor: true } as const;
const writeCoverage = writerOf(coverageAnswer.omit(PAGE));
const writeFlows = writerOf(flowListAnswer.omit({ ...PAGE, ...MINT_FIELD_NAMES }));
const writeAudit = writerOf(audit);

const slots = ({ from, to }: SlotRange) => ({ fromSlot: from, toSlot: to });

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
    body: ({ ranges, coverage: { first, lost } }, page) => ({
      ...page,
      ...writeCoverage({
        firstSlot: first,
        lost: lost.slice(-MOST_LOST_RANGES).map(slots),
        results: ranges.map((range) => ({ ...range, ...slots(range) })),
      }),
    }),
  });
}

/** A launch's escrow activity, oldest first. */
export async function escrowFlows(
  context: MirrorContext,
  request: PageRequest & { readonly launchId: bigint },
): Promise<AnsweredPage<FlowListAnswer>> {
  const page = await listPage(context, request, {
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
    body: ({ flows, completeFrom }, page, { terms: { launchId } }) => ({
      ...page,
      ...writeFlows({
        launchId,
        completeFromSlot: completeFrom,
        results: flows.map(({ signature, blockTime: time, ...flow }) => ({
          ...flow,
          ...{ launchId, time, signature: wireSignature(signature) },
        })),
      }),
    }),
  });
  return withMints(context, page);
}

/** Comparisons of the index with the chain at or below the answer's slot, newest slot first. */
export function audits(context: MirrorContext, request: PageRequest): Promise<AnsweredPage<AuditListAnswer>> {
  return listPage(context, request, {
    name: 'audits',
    terms: {},
    ask: (slots, question) => askFreshRecords(context.mirror, slots, ({ ask }) => auditsPage(ask, question)),
    rows: (facts) => facts.audits,
    place: ({ slot, startedAt, launchId }) => ({ slot, startedAt, launchId }),
    body: ({ audits }, page) => ({ ...page, results: audits.map(writeAudit) }),
  });
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
