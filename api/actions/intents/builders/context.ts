import { z } from 'zod';
import { pubkeyText } from '../../../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { U64_MAX } from '../../../../schemas/u64.ts';
import type { TransactionChain } from '../../../read/chain/transactions.ts';
import type { Mirror } from '../../../read/mirror.ts';
import type { LaunchState, PledgeState, Stamp } from '../../../read/model.ts';
import type { AgentWallets } from '../../../state/agent-wallets.ts';
import type { WalletControls } from '../../../state/control/wallet-control.ts';
import type { IdlOf } from './escrow-program.ts';

export interface BuilderContext {
  readonly mirror: Pick<Mirror, 'ask'>;
  readonly chain: TransactionChain;
  readonly idlOf: IdlOf;
  readonly agentWallets: Pick<AgentWallets, 'owns'>;
  readonly controls: Pick<WalletControls, 'of'>;
}

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

/** How the terms of intents are stored: integers as decimal strings. */

const u64Term = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .transform(BigInt)
  .refine((value) => value <= U64_MAX);

export const launchTerms = z.strictObject({ launch_id: u64Term });
export const pledgeTerms = z.strictObject({ launch_id: u64Term, amount: u64Term });
export const transferTerms = z.strictObject({
  mint: pubkeyText,
  transfers: z.array(z.strictObject({ wallet: pubkeyText, amount: u64Term })).min(1),
  /** The most lamports for creating recipients' token accounts. */
  rent: u64Term.default(0n),
});

export type TransferTerms = Omit<z.output<typeof transferTerms>, 'rent'>;
