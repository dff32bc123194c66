import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import type { Session } from '../session.ts';
import { addLines, changeInput, listInput, listLines, removeLines } from './lines.ts';

export const AGENT_WALLET_COMMANDS = {
  list: 'agent-wallets-list',
  add: 'agent-wallets-add',
  remove: 'agent-wallets-remove',
} as const;

/** The agent-wallet commands, run by the process that holds a store. */
export function agentWalletRoutes(
  { clock }: Session,
  { olap, oltp }: { readonly olap: Olap; readonly oltp: Oltp },
): OperatorRoute[] {
  const parts = (signal: AbortSignal) => ({ olap, oltp, clock, signal });
  const { list, add, remove } = AGENT_WALLET_COMMANDS;
  return [
    operatorRoute({
      name: list,
      input: listInput,
      run: (input, signal) => listLines(parts(signal), input),
    }),
    operatorRoute({
      name: add,
      input: changeInput,
      run: (input, signal) => addLines(parts(signal), input),
    }),
    operatorRoute({
      name: remove,
      input: changeInput,
      run: (input, signal) => removeLines(parts(signal), input),
    }),
  ];
}
