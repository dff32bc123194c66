import { Command } from 'commander';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { askDecisions } from '../operator/ask.ts';
import { operatorName } from '../operator/operator-name.ts';
import { parseWallet } from '../options.ts';
import { runOrder } from '../session.ts';
import { addLines, listLines, removeLines, walletLine } from './lines.ts';
import { AGENT_WALLET_COMMANDS } from './routes.ts';

const OWNER = '2a6w5ZBWmXioBejjwyppCsqXJhfs3KuPo7cmTMQdetYH';

export function agentWalletsCommand(): Command {
  return new Command('agent-wallets')
    .addHelpText('after', `\nExample:\n  launchlens agent-wallets list ${OWNER}`)
    .addCommand(listCommand())
    .addCommand(
      changeCommand('add', 'let an owner read and claim the rewards of a wallet that its agents use'),
    )
    .addCommand(changeCommand('remove', 'take an agent wallet from its owner'));
}

function listCommand(): Command {
  return new Command('list')
    .description('the wallets that the agents of an owner act with')
    .argument('<owner>', "the owner's wallet", parseWallet)
    .addHelpText('after', `\nExample:\n  launchlens agent-wallets list ${OWNER}`)
    .action((owner: Pubkey) =>
      runOrder(async (session) => {
        const question = { name: AGENT_WALLET_COMMANDS.list, input: { owner }, here: listLines };
        for await (const line of await askDecisions(session, question))
          process.stdout.write(`${walletLine.parse(line).wallet}\n`);
      }),
    );
}

function changeCommand(name: 'add' | 'remove', description: string): Command {
  const here = { add: addLines, remove: removeLines }[name];
  const done = { add: 'belongs to', remove: 'no longer belongs to' }[name];
  return new Command(name)
    .description(description)
    .argument('<owner>', "the owner's wallet", parseWallet)
    .argument('<wallet>', "the agents' wallet", parseWallet)
    .addHelpText('after', `\nExample:\n  launchlens agent-wallets ${name} ${OWNER} <wallet>`)
    .action((owner: Pubkey, wallet: Pubkey) =>
      runOrder(async (session) => {
        const input = { owner, wallet, operator: operatorName() };
        const question = { name: AGENT_WALLET_COMMANDS[name], input, here };
        for await (const line of await askDecisions(session, question))
          process.stdout.write(`${walletLine.parse(line).wallet} ${done} ${owner}\n`);
      }),
    );
}
