import { z } from 'zod';
import { createState } from '../../api/state/state.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { pubkeyText } from '../../core/kernel/pubkey-text.ts';
import type { DecisionParts } from '../operator/ask.ts';
import { operatorGiven } from '../operator/operator-name.ts';

export const listInput = z.strictObject({ owner: pubkeyText });
export const changeInput = z.strictObject({
  owner: pubkeyText,
  wallet: pubkeyText,
  operator: operatorGiven,
});
export const walletLine = z.strictObject({ wallet: z.string() });

export type ListInput = z.output<typeof listInput>;
export type ChangeInput = z.output<typeof changeInput>;

type WalletLine = { wallet: string };

/** The agent wallets of an owner, oldest first. */
export async function* listLines({ oltp }: DecisionParts, { owner }: ListInput): AsyncGenerator<WalletLine> {
  for (const wallet of await createState(oltp).agentWallets.listed(owner)) yield { wallet };
}

/** @throws AGENT_WALLET_TAKEN when another owner has it, or it is the owner itself */
export async function* addLines(
  { oltp, clock }: DecisionParts,
  { owner, wallet, operator }: ChangeInput,
): AsyncGenerator<WalletLine> {
  const { agentWallets, operatorActions } = createState(oltp);
  const at = clock.now();
  if (owner === wallet || !(await agentWallets.add(owner, wallet, at)))
    throw new LaunchlensError('AGENT_WALLET_TAKEN', { wallet });
  await operatorActions.record({ at, operator, action: 'agent-wallets add', details: { owner, wallet } });
  yield { wallet };
}

/** @throws AGENT_WALLET_UNKNOWN when the owner has no such wallet */
export async function* removeLines(
  { oltp, clock }: DecisionParts,
  { owner, wallet, operator }: ChangeInput,
): AsyncGenerator<WalletLine> {
  const { agentWallets, operatorActions } = createState(oltp);
  if (!(await agentWallets.remove(owner, wallet)))
    throw new LaunchlensError('AGENT_WALLET_UNKNOWN', { owner, wallet });
  const action = { at: clock.now(), operator, action: 'agent-wallets remove', details: { owner, wallet } };
  await operatorActions.record(action);
  yield { wallet };
}
