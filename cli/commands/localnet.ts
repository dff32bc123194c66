import { once } from 'node:events';
import { type Command, Option } from 'commander';
import type { Localnet } from '../../fixtures/localnet/localnet.ts';
import { SCENARIO_NAMES, type ScenarioName } from '../../fixtures/localnet/scenarios/names.ts';
import { LOCALNET_PROGRAM_ID, LOCALNET_VAULT_ID } from '../../idl/localnet.ts';
import { command, parseCount, parsePort, parseSpeed } from '../options.ts';
import { openSession, serve } from '../session.ts';

interface LocalnetFlags {
  readonly seed: string;
  readonly scenario: ScenarioName;
  readonly vault: boolean;
  readonly speed: number;
  readonly host: string;
  readonly rpcPort: number;
  readonly grpcPort: number;
  readonly mintAfter: number;
  readonly xToken?: string;
  readonly json: boolean;
  readonly tied: boolean;
  readonly held: boolean;
  readonly anyPort: boolean;
}

export function localnetCommand(): Command {
  return command('localnet', { example: 'launchlens localnet --scenario busy --seed 7' })
    .option('--seed <text>', 'the same seed and scenario give a byte-identical chain', '1')
    .addOption(
      new Option('--scenario <name>', 'the scenario to play').choices(SCENARIO_NAMES).default('tour'),
    )
    .option('--vault', 'also run the vault, a second program with an Anchor IDL', false)
    .option('--speed <factor>', '1 is a slot every 400 ms', parseSpeed, 1)
    .option(
      '--mint-after <seconds>',
      'when the reward token is minted; localnet_mintReward does it at once',
      parseCount,
      900,
    )
    .option('--host <address>', 'where it listens', '127.0.0.1')
    .option('--rpc-port <port>', 'JSON-RPC; 0 takes any free port', parsePort, 8899)
    .option('--grpc-port <port>', 'Yellowstone gRPC; 0 takes any free port', parsePort, 10_000)
    .option('--x-token <token>', 'demand this token from gRPC clients')
    .option('--json', 'print the addresses as one JSON line', false)
    .addOption(
      new Option('--tied', 'end when standard input closes, and so with the parent process')
        .default(false)
        .hideHelp(),
    )
    .addOption(
      new Option('--held', 'step only after something was written to standard input')
        .default(false)
        .hideHelp(),
    )
    .addOption(new Option('--any-port', 'use any free port instead of one in use').default(false).hideHelp())
    .action(async (flags: LocalnetFlags) => {
      const session = openSession();
      if (flags.tied) process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
      await serve(session, async () => {
        const { startLocalnet } = await import('../../fixtures/localnet/localnet.ts');
        const begins = flags.held ? once(process.stdin, 'data').then(() => undefined) : Promise.resolve();
        const localnet = await startLocalnet({ ...flags, begins, mintAfterSeconds: flags.mintAfter });
        session.shutdown.onClose('the local chain', () => localnet.close());
        process.stdout.write(flags.json ? announcement(localnet) : banner(localnet, flags));
        return { done: localnet.done };
      });
    });
}

type Addresses = Pick<Localnet, 'rpcUrl' | 'grpcUrl' | 'rewards' | 'symbols'>;

function announcement({ rpcUrl, grpcUrl, rewards, symbols }: Addresses): string {
  const addresses = {
    rpc_url: rpcUrl,
    grpc_url: grpcUrl,
    program_id: LOCALNET_PROGRAM_ID,
    reward_mint: rewards?.mint,
    treasury_token_account: rewards?.treasury,
    token_symbols: Object.fromEntries(symbols),
  };
  return `${JSON.stringify(addresses)}\n`;
}

function banner({ rpcUrl, grpcUrl, rewards }: Addresses, flags: LocalnetFlags): string {
  const { scenario, seed, vault } = flags;
  const paying = rewards && [`  REWARD_MINT=${rewards.mint}`, `  TREASURY_TOKEN_ACCOUNT=${rewards.treasury}`];
  return [
    `Local chain, scenario ${scenario}, seed ${seed}. Point an indexer at it with:`,
    '',
    `  SOLANA_RPC_URL=${rpcUrl}`,
    `  YELLOWSTONE_ENDPOINT=${grpcUrl}`,
    `  ESCROW_PROGRAM_ID=${LOCALNET_PROGRAM_ID}`,
    ...(paying ?? []),
    ...(vault ? ['', `The vault program is ${LOCALNET_VAULT_ID}.`] : []),
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}
