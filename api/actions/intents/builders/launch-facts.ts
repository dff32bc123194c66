import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import type { LaunchState, PledgeState, Stamp } from '../../../read/model.ts';
import type { BuilderContext } from './context.ts';

/** A launch and one wallet's part in it, at the newest slot of the index. */
export interface PledgerFacts {
  readonly stamp: Stamp;
  readonly launch: LaunchState;
  readonly pledge: PledgeState | undefined;
}

/** @throws LAUNCH_NOT_FOUND, MIRROR_NOT_READY */
export async function pledgerFacts(
  { mirror }: Pick<BuilderContext, 'mirror'>,
  launchId: bigint,
  wallet: Pubkey,
): Promise<PledgerFacts> {
  const { stamp, facts } = await mirror.ask(undefined, (view) => view.launch({ launchId, wallet }));
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return { stamp, launch: facts.launch, pledge: facts.pledge };
}
