import { fixedBase58 } from '../../core/kernel/base58.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { FlowAnswer, FlowListAnswer } from '../../schemas/rest/flows.ts';
import { type FlowPosition, type FlowState, flowsPage } from '../read/records/flows.ts';
import { pinOf } from '../read/take-backs.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askPinnedRecords, requireAgreement, type SlotRequest } from './freshness.ts';
import { pageAnswer } from './page.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount, wireCount, wireTime } from './wire.ts';

export interface EscrowFlowsRequest extends SlotRequest {
  readonly launchId: bigint;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A launch's escrow activity, oldest first, page by page at one slot.
 * @throws LAUNCH_NOT_FOUND, CURSOR_INVALID, CURSOR_MISMATCH and those of `askFresh`
 */
export async function escrowFlows(
  { mirror, cursors }: MirrorContext,
  request: EscrowFlowsRequest,
): Promise<AnsweredPage<FlowListAnswer>> {
  const { launchId, limit } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.open('flows', request.cursor);
  if (cursor !== undefined) requireAgreement('launch_id', launchId, cursor.launchId);
  const { stamp, facts } = await askPinnedRecords({ mirror, cursor, request }, (records) =>
    records.ofLaunch(launchId, (ask) =>
      flowsPage(ask, records.stamp.slot, { launchId, after: cursor?.after, limit }),
    ),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return pageAnswer({
    stamp,
    rows: facts.flows,
    more: facts.more,
    cursor: (flow) => cursors.seal('flows', { ...pinOf(stamp), launchId, after: flowPosition(flow) }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      launch_id: wireAmount(launchId),
      complete_from_slot: facts.completeFrom === undefined ? null : wireCount(facts.completeFrom),
      next_cursor,
      results: facts.flows.map((flow) => flowAnswer(launchId, flow)),
    }),
  });
}

function flowPosition({ slot, signature, ordinal }: FlowState): FlowPosition {
  return { slot, signature: Buffer.from(signature).toString('hex').toUpperCase(), ordinal };
}

/** The column has exactly 64 bytes. */
const signatureText = fixedBase58(64);

/** One row of a flow listing. */
export function flowAnswer(launchId: bigint, flow: FlowState): FlowAnswer {
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
