import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import { createOlap } from '../../core/olap/open.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { startProgramIndexer } from '../../indexer/program-index.ts';
import type { LiveChain } from './chain/live-chain.ts';
import { waitFor } from './wait-for.ts';

const logger = createLogger('silent');

export interface FollowedOptions {
  readonly chain: LiveChain;
  readonly dataDir: string;
  /** Further settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The index of a program of the chain in this process. */
export async function followProgram(program: Program, { chain, dataDir, settings: more }: FollowedOptions) {
  const settings = settingsSchema.parse({
    YELLOWSTONE_ENDPOINT: chain.grpcUrl,
    SOLANA_RPC_URL: chain.rpcUrl,
    AUDIT_INTERVAL_SECONDS: '0',
    DATA_DIR: dataDir,
    ...more,
  });
  const shutdown = createShutdown();
  const olap = await createOlap({ dataDir, logger });
  shutdown.onClose('the store', () => olap.close());
  const options = {
    ...{ program, settings, olap, logger, shutdown, clock: systemClock, command: 'index' },
    rpcLimit: openRpcLimit(settings),
    streamBounds: { silenceMs: 3_600_000, frozenMs: 3_600_000 },
  };
  const index = await startProgramIndexer(options).catch(async (error: unknown) => {
    // The worker opens one store at a time, so a refused start must not leave its own open.
    await shutdown.run('the index was refused');
    throw error;
  });
  let failure: unknown;
  index.done.catch((error: unknown) => {
    failure = error;
  });
  const reaches = async (slot: bigint): Promise<void> => {
    const reached = (): boolean => {
      if (failure !== undefined) throw failure;
      return (index.stats.lastIndexedSlot ?? -1n) >= slot;
    };
    await waitFor(reached, { what: `the index to reach slot ${slot}` });
  };
  /** Plays that many slots, with the index following. */
  const play = async (slots: bigint): Promise<bigint> => {
    const until = chain.confirmed + slots;
    chain.run(40);
    await reaches(until);
    await chain.halt();
    await reaches(chain.confirmed);
    return chain.confirmed;
  };
  return { ...index, database: await olap.database(program.database), reaches, play, shutdown };
}

export type FollowedIndexer = Awaited<ReturnType<typeof followProgram>>;
