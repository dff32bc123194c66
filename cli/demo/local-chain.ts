import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Shutdown } from '../../core/kernel/shutdown.ts';

const announcement = z.object({
  rpc_url: z.url(),
  grpc_url: z.url(),
  program_id: pubkeyText,
  reward_mint: pubkeyText.optional(),
  treasury_token_account: pubkeyText.optional(),
  token_symbols: z.record(z.string(), z.string()).optional(),
});

export type LocalChainAddresses = z.output<typeof announcement>;

export interface LocalChain {
  readonly addresses: LocalChainAddresses;
  /** Lets a held chain step. */
  readonly begin: () => void;
  /** Rejects when the chain ends without being asked to. */
  readonly done: Promise<void>;
}

/** What a command's flags say of the chain. */
export interface ChainFlags {
  readonly seed: string;
  readonly scenario: string;
  readonly speed: number;
}

export interface LocalChainOptions extends ChainFlags {
  /** Also runs the vault program. */
  readonly vault?: boolean;
  /** It steps only after `begin`. */
  readonly held?: boolean;
  readonly shutdown: Shutdown;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Starts the local chain as a separate process, like a real chain: the index reaches it only over its
 * protocols. Takes Solana's usual ports where they are free.
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { seed, scenario, speed, vault = false, held = false, shutdown } = options;
  const ports = ['--rpc-port', '8899', '--grpc-port', '10000', '--any-port'];
  const play = [...(vault ? ['--vault'] : []), ...(held ? ['--held'] : [])];
  const flags = [
    ...play,
    '--seed',
    seed,
    '--scenario',
    scenario,
    '--speed',
    `${speed}`,
    '--json',
    '--tied',
    ...ports,
  ];
  const child = spawn(process.execPath, [MAIN, 'localnet', ...flags], {
    // The chain ends when its standard input closes, even if this process dies without stopping it.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Writing to a chain that has ended fails; `done` reports that end.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'exit');
  shutdown.onClose('the local chain', async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const ended = exited.then(([code, signal]) => {
    if (shutdown.signal.aborted) return;
    throw new LaunchlensError('LOCAL_CHAIN_ENDED', {
      how: signal === null ? `exit code ${code}` : `${signal}`,
    });
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [''])]);
  const begin = (): void => {
    child.stdin.write('begin\n');
  };
  return { addresses: announcement.parse(JSON.parse(line)), begin, done: ended };
}
