import type { Command } from 'commander';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { printOrder } from '../operator/order.ts';
import { operatorName } from '../operator/protocol.ts';
import { command, parseWallet } from '../options.ts';
import { AGENT_WALLET_ORDERS } from './orders.ts';

const OWNER = '2a6w5ZBWmXioBejjwyppCsqXJhfs3KuPo7cmTMQdetYH';
const LIST = `launchlens agent-wallets list ${OWNER}`;

export function agentWalletsCommand(): Command {
  return command('agent-wallets', { example: LIST })
    .addCommand(
      command('list', { says: 'the wallets that the agents of an owner act with', example: LIST })
        .argument('<owner>', "the owner's wallet", parseWallet)
        .action((owner: Pubkey) => printOrder(AGENT_WALLET_ORDERS.list, { owner }, ({ wallet }) => wallet)),
    )
    .addCommand(
      changeCommand('add', 'let an owner read and claim the rewards of a wallet that its agents use'),
    )
    .addCommand(changeCommand('remove', 'take an agent wallet from its owner'));
}

function changeCommand(name: 'add' | 'remove', says: string): Command {
  const done = { add: 'belongs to', remove: 'no longer belongs to' }[name];
  return command(name, { says, example: `launchlens agent-wallets ${name} ${OWNER} <wallet>` })
    .argument('<owner>', "the owner's wallet", parseWallet)
    .argument('<wallet>', "the agents' wallet", parseWallet)
    .action((owner: Pubkey, agent: Pubkey) =>
      printOrder(
        AGENT_WALLET_ORDERS[name],
        { owner, wallet: agent, operator: operatorName() },
        ({ wallet }) => `${wallet} ${done} ${owner}`,
      ),
    );
}
