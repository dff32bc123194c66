import { z } from 'zod';
import { createState } from '../../api/state/state.ts';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { decisionOrder } from '../operator/order.ts';
import { operatorGiven } from '../operator/protocol.ts';

const change = z.strictObject({ owner: pubkeyText, wallet: pubkeyText, operator: operatorGiven });
const line = z.strictObject({ wallet: z.string() });

export const AGENT_WALLET_ORDERS = {
  /** The agent wallets of an owner, oldest first. */
  list: decisionOrder({
    name: 'agent-wallets-list',
    input: z.strictObject({ owner: pubkeyText }),
    line,
    async *run({ oltp }, { owner }) {
      for (const wallet of await createState(oltp).agentWallets.listed(owner)) yield { wallet };
    },
  }),

  /** @throws AGENT_WALLET_TAKEN if another owner has it, or it is the owner itself */
  add: decisionOrder({
    name: 'agent-wallets-add',
    input: change,
    line,
    async *run({ oltp, clock }, { owner, wallet, operator }) {
      const { agentWallets, operatorActions } = createState(oltp);
      const at = clock.now();
      if (owner === wallet || !(await agentWallets.add(owner, wallet, at)))
        throw new LaunchlensError('AGENT_WALLET_TAKEN', { wallet });
      await operatorActions.record({ at, operator, action: 'agent-wallets add', details: { owner, wallet } });
      yield { wallet };
    },
  }),

  /** @throws AGENT_WALLET_UNKNOWN if the owner has no such wallet */
  remove: decisionOrder({
    name: 'agent-wallets-remove',
    input: change,
    line,
    async *run({ oltp, clock }, { owner, wallet, operator }) {
      const { agentWallets, operatorActions } = createState(oltp);
      if (!(await agentWallets.remove(owner, wallet)))
        throw new LaunchlensError('AGENT_WALLET_UNKNOWN', { owner, wallet });
      const details = { owner, wallet };
      await operatorActions.record({ at: clock.now(), operator, action: 'agent-wallets remove', details });
      yield { wallet };
    },
  }),
};
