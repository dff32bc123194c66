import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalChainAddresses } from '../../../cli/demo/local-chain.ts';
import { cpuMs } from '../support/process-usage.ts';

/** Far below what is measured, and one cached answer each time. */
const ASK_EVERY_MS = 4;

/** Launchlens as an operator runs it: `up` of one checkout, which follows the chain. */
export interface Followed {
  /** Milliseconds from the start of the process to its first answer. */
  readonly firstAnswerMs: number;
  /** Milliseconds at which each slot was first answered. */
  readonly answeredAt: ReadonlyMap<bigint, number>;
  /** CPU seconds that the process has used. */
  cpuSeconds(): number;
  end(): Promise<void>;
}

export async function follow(
  checkout: string,
  chain: LocalChainAddresses,
  { directory, port }: { readonly directory: string; readonly port: number },
): Promise<Followed> {
  await mkdir(directory);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(checkout, 'cli/launchlens.mjs'), 'up'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'error',
      YELLOWSTONE_ENDPOINT: chain.grpc_url,
      SOLANA_RPC_URL: chain.rpc_url,
      ESCROW_PROGRAM_ID: chain.program_id,
      HTTP_PORT: `${port}`,
    },
  });
  const answeredAt = new Map<bigint, number>();
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  const asking = ask(`http://127.0.0.1:${port}`, closing.signal, (slot) => {
    if (!answeredAt.has(slot)) answeredAt.set(slot, performance.now());
    first.resolve();
  });
  await Promise.race([first.promise, endedEarly(child)]);
  return {
    firstAnswerMs: performance.now() - startedAt,
    answeredAt,
    cpuSeconds: () => cpuMs(child.pid ?? 0) / 1_000,
    end: async () => {
      closing.abort();
      await asking;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function endedEarly(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`launchlens up ended with ${code}`);
}

async function ask(url: string, signal: AbortSignal, answered: (slot: bigint) => void): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/api/v1/ilo/launches/?limit=1`, { method: 'HEAD' }).catch(
      () => undefined,
    );
    const slot = answer?.ok ? answer.headers.get('x-last-indexed-slot') : null;
    if (slot != null) answered(BigInt(slot));
    await sleep(ASK_EVERY_MS);
  }
}
