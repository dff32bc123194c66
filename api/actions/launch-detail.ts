import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { phaseOf } from '../../core/rules/phase.ts';
import type { LaunchDetailAnswer, LaunchStatusAnswer } from '../../schemas/rest/answers.ts';
import type { Stamp } from '../read/model.ts';
import type { LaunchDetailFacts } from '../read/questions.ts';
import type { Answered, Labels, MirrorContext } from './context.ts';
import { askFresh, type SlotRequest } from './freshness.ts';
import { launchAnswer } from './launch-answer.ts';
import { launchGateAnswer } from './launch-gate/gate.ts';
import { settlementAnswer, walletAnswer } from './settlement-answer.ts';
import { sourceStamp } from './source-stamp.ts';

export type LaunchStatusRequest = SlotRequest;

/** The current launch on this cluster, and the launch gate. */
export async function launchStatus(
  context: MirrorContext,
  request: LaunchStatusRequest,
): Promise<Answered<LaunchStatusAnswer>> {
  const { mirror, gate } = context;
  const [{ stamp, facts }, legs] = await Promise.all([
    askFresh(mirror, request, (view) => view.current()),
    gate.legs(),
  ]);
  const settlement = facts && settlementAnswer(facts, stamp.now);
  const body = {
    source: sourceStamp(stamp),
    phase: phaseOf(facts?.launch),
    launch: facts === undefined ? null : launchAnswer(facts, stamp, context),
    ...(settlement && { settlement }),
    launch_gate: launchGateAnswer(legs),
  };
  return { stamp, body };
}

export interface LaunchDetailRequest extends SlotRequest {
  readonly launchId: bigint;
  readonly wallet?: Pubkey | undefined;
}

/**
 * One launch, its settlement once it has one, and one wallet's part in it.
 * @throws LAUNCH_NOT_FOUND and those of `askFresh`
 */
export async function launchDetail(
  context: MirrorContext,
  request: LaunchDetailRequest,
): Promise<Answered<LaunchDetailAnswer>> {
  const { launchId, wallet } = request;
  const { stamp, facts } = await askFresh(context.mirror, request, (view) =>
    view.launch({ launchId, wallet }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return detailAnswer(facts, { wallet, stamp, labels: context });
}

export interface DetailParts {
  readonly wallet: Pubkey | undefined;
  readonly stamp: Stamp;
  readonly labels: Labels;
}

/** The detail of a launch that exists. */
function detailAnswer(
  facts: LaunchDetailFacts,
  { wallet, stamp, labels }: DetailParts,
): Answered<LaunchDetailAnswer> {
  const { launch, pledge } = facts;
  const settlement = settlementAnswer(facts, stamp.now);
  const body = {
    source: sourceStamp(stamp),
    launch: launchAnswer(facts, stamp, labels),
    ...(settlement && { settlement }),
    ...(wallet && { wallet: walletAnswer({ wallet, launch, pledge }, stamp, labels) }),
  };
  return { stamp, body };
}

export interface LaunchDetailsRequest {
  readonly launchIds: readonly bigint[];
  readonly wallet?: Pubkey | undefined;
  readonly asOfSlot?: bigint | undefined;
}

/** The details of several launches by id, in one query; a launch that does not exist is omitted. */
export async function launchDetails(
  context: MirrorContext,
  { launchIds, wallet, asOfSlot }: LaunchDetailsRequest,
): Promise<ReadonlyMap<bigint, Answered<LaunchDetailAnswer>>> {
  const { stamp, facts } = await context.mirror.ask(asOfSlot, (view) => view.details({ launchIds, wallet }));
  return new Map(
    [...facts].map(([launchId, detail]) => [
      launchId,
      detailAnswer(detail, { wallet, stamp, labels: context }),
    ]),
  );
}
