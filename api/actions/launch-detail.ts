import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { LaunchDetailAnswer } from '../../schemas/rest/answers.ts';
import type { Answered, MirrorContext } from './context.ts';
import { launchAnswer } from './launch-answer.ts';
import { settlementAnswer } from './settlement-answer.ts';
import { sourceStamp } from './source-stamp.ts';
import { walletAnswer } from './wallet-answer.ts';

export interface LaunchDetailRequest {
  readonly launchId: bigint;
  readonly wallet?: Pubkey | undefined;
  readonly asOfSlot?: bigint | undefined;
}

/** One launch, its settlement once it has one, and one wallet's part in it. @throws LAUNCH_NOT_FOUND */
export async function launchDetail(
  { mirror, link }: MirrorContext,
  { launchId, wallet, asOfSlot }: LaunchDetailRequest,
): Promise<Answered<LaunchDetailAnswer>> {
  const { stamp, facts } = await mirror.ask(asOfSlot, (view) => view.launch({ launchId, wallet }));
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  const { launch, totals, pledge } = facts;
  const settlement = totals && settlementAnswer({ ...facts, totals }, stamp.now);
  const body = {
    source: sourceStamp(stamp),
    launch: launchAnswer(facts, stamp.identity, link),
    ...(settlement && { settlement }),
    ...(wallet && { wallet: walletAnswer({ wallet, launch, pledge }, stamp) }),
  };
  return { stamp, body };
}
