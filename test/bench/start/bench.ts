import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startLocalChain } from '../../../cli/demo/local-chain.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { LaunchlensProcess, runLaunchlens } from '../../support/launchlens-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type BenchRow, median, withinLimit } from '../support/row.ts';

const ROUNDS = 5;
const MOST_HELP_MS = 150;
const MOST_START_MS = 3_000;
const MOST_CAUGHT_UP_MS = 4_000;
/** Before the process is killed. */
const FOLLOWED_SLOTS = 20;

/** What a person waits for: the help, the first answer of a new demo, and the newest slot after a crash. */
export async function benchStart(): Promise<BenchRow[]> {
  const helps: number[] = [];
  const starts: number[] = [];
  const recoveries: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    helps.push(await helpMs());
    starts.push(await firstAnswerMs());
    recoveries.push(await caughtUpMs());
  }
  return [
    withinLimit('launchlens --help', 'ms', median(helps), MOST_HELP_MS),
    withinLimit('up --demo to the first answer', 'ms', median(starts), MOST_START_MS),
    withinLimit('SIGKILL to the newest slot', 'ms', median(recoveries), MOST_CAUGHT_UP_MS),
  ];
}

async function helpMs(): Promise<number> {
  await using directory = await temporaryDirectory();
  const startedAt = performance.now();
  const { code } = await runLaunchlens(['--help'], { cwd: directory.path });
  if (code !== 0) throw new Error(`launchlens --help ended with ${code}`);
  return performance.now() - startedAt;
}

async function firstAnswerMs(): Promise<number> {
  await using directory = await temporaryDirectory();
  const startedAt = performance.now();
  await using product = new LaunchlensProcess(['up', '--demo'], {
    cwd: directory.path,
    env: { HTTP_PORT: '0', DATA_DIR: directory.path, LOG_LEVEL: 'error' },
  });
  await answeredSlot(product);
  return performance.now() - startedAt;
}

/** An index of a chain is killed while it follows, and started again. */
async function caughtUpMs(): Promise<number> {
  const shutdown = createShutdown();
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-bench-'));
  shutdown.onClose('the directory', () => rm(directory, { recursive: true, force: true }));
  try {
    const { addresses } = await startLocalChain({ seed: '1', scenario: 'tour', speed: 1, shutdown });
    const env = {
      ...{ HTTP_PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error' },
      YELLOWSTONE_ENDPOINT: addresses.grpc_url,
      SOLANA_RPC_URL: addresses.rpc_url,
      ESCROW_PROGRAM_ID: addresses.program_id,
    };
    const follow = (): LaunchlensProcess => new LaunchlensProcess(['up'], { cwd: directory, env });
    await using first = follow();
    const followed = await answeredSlot(first);
    await answeredSlot(first, async () => followed + FOLLOWED_SLOTS);
    await first.end('SIGKILL');
    const killedAt = performance.now();
    await using second = follow();
    await answeredSlot(second, () => confirmedSlot(addresses.rpc_url));
    return performance.now() - killedAt;
  } finally {
    await shutdown.run('measured');
  }
}

/** Resolves with the slot of the first answer that is at least as new as wanted at that moment. */
async function answeredSlot(product: LaunchlensProcess, wanted = async () => 0): Promise<number> {
  const [, url = ''] = await product.prints(/readiness\s+(http:\S+)\/ready/);
  const look = async (): Promise<number | undefined> => {
    const least = await wanted();
    const answer = await fetch(`${url}/api/v1/ilo/launches/?limit=1`).catch(() => undefined);
    const slot = Number((answer?.ok && answer.headers.get('x-last-indexed-slot')) || Number.NaN);
    return slot >= least ? slot : undefined;
  };
  return waitFor(look, { what: 'an answer of a new slot' });
}

/** The newest slot of the chain, as the node says. */
async function confirmedSlot(rpcUrl: string): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment: 'confirmed' }] };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(call) });
  return z.object({ result: z.int() }).parse(await answer.json()).result;
}
