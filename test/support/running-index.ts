import { startTogether } from '../../cli/services/together.ts';
import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import {
  type Commitment,
  type Settings,
  settingsSchema,
  type Transport,
} from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Cluster } from '../../core/olap/server/cluster.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import type { Idl } from '../../idl/schema.ts';
import type { RunningIndexer } from '../../indexer/main.ts';
import type { LiveChain } from './chain/live-chain.ts';
import { openMigrated } from './migrated-store.ts';
import { waitFor } from './wait-for.ts';

const logger = createLogger('silent');
const PATIENT = { silenceMs: 3_600_000, frozenMs: 3_600_000 };

export interface RunningIndexOptions {
  readonly chain: Pick<LiveChain, 'rpcUrl' | 'grpcUrl'>;
  readonly transport?: Transport | undefined;
  readonly commitment?: Commitment | undefined;
  /** A ClickHouse server; left out, the embedded engine in `dataDir`. */
  readonly clickhouseUrl?: string | undefined;
  /** Over whose shards its tables are spread. */
  readonly cluster?: Cluster | undefined;
  readonly dataDir: string;
  /** When a stream counts as frozen; left out, never: a test halts its chain for as long as it looks at it. */
  readonly streamBounds?: { readonly silenceMs: number; readonly frozenMs: number };
  /** By which accounts are read; left out, the program's own. */
  readonly idl?: Idl;
  /** Further settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where decisions are kept; left out, only the launch mirror is served. */
  readonly oltp?: Oltp;
  /** The folder of the built pages. */
  readonly pages?: string;
  /** Seconds between audits; left out, none is made but those that a test asks for. */
  readonly auditEvery?: number | undefined;
}

/** Indexer and API in this process over one store, as `up` composes them. */
export interface RunningIndex {
  readonly olap: Olap;
  readonly stats: RunningIndexer['stats'];
  readonly audits: RunningIndexer['audits'];
  /** What it did before it followed a stream. */
  readonly steps: readonly string[];
  /** Where the API listens. */
  readonly url: string;
  /** Waits until the indexer has taken `slot`; fails at once when it ends. */
  takes(slot: bigint): Promise<void>;
  /** Waits until the index is durable up to `slot`; fails at once when the indexer ends. */
  reaches(slot: bigint): Promise<void>;
  /** Waits until the API answers at `slot` or a later one: its state in memory follows what is durable. */
  answersAt(slot: bigint): Promise<void>;
  stop(): Promise<void>;
}

export async function startIndex(options: RunningIndexOptions): Promise<RunningIndex> {
  const settings = settingsOf(options);
  const shutdown = createShutdown();
  const olap = await openStore(options);
  shutdown.onClose('the store', () => olap.close());
  const rpcLimit = openRpcLimit(settings);
  const common = { settings, olap, logger, shutdown, clock: systemClock, rpcLimit };
  const { oltp, pages } = options;
  let failure: unknown;
  const { streamBounds = PATIENT } = options;
  const steps: string[] = [];
  const { api, indexer } = await startTogether(
    { ...common, ...(oltp && { oltp }), ...(pages !== undefined && { pages }) },
    {
      ...common,
      command: 'index',
      onStep: (step) => steps.push(step),
      streamBounds,
      ...(options.idl && { idl: options.idl }),
    },
  );
  indexer.done.catch((error: unknown) => {
    failure = error;
  });
  const takes = async (slot: bigint): Promise<void> => {
    const taken = (): boolean => {
      if (failure !== undefined) throw failure;
      return (indexer.stats.lastIndexedSlot ?? -1n) >= slot;
    };
    await waitFor(taken, { what: `the index to reach slot ${slot}` });
  };
  return {
    olap,
    stats: indexer.stats,
    audits: indexer.audits,
    steps,
    url: api.url,
    takes,
    reaches: async (slot) => {
      await takes(slot);
      await indexer.settle();
    },
    answersAt: async (slot) => {
      const newest = async (): Promise<bigint> => {
        const answer = await fetch(new URL('/api/v1/ilo/launches/?limit=1', api.url), { method: 'HEAD' });
        return BigInt(answer.headers.get('x-last-indexed-slot') ?? -1n);
      };
      await waitFor(async () => (await newest()) >= slot, { what: `the API to answer at slot ${slot}` });
      // It answers before the rows are in the store, into which many tests look.
      await indexer.settle();
    },
    stop: () => shutdown.run('the test is over'),
  };
}

/** The store alone, for a test that looks into it. */
export function openStore(
  options: Pick<RunningIndexOptions, 'clickhouseUrl' | 'cluster' | 'dataDir'>,
): Promise<Olap> {
  return openMigrated({ ...options, logger });
}

function settingsOf(options: RunningIndexOptions): Settings {
  const { chain, transport, commitment, clickhouseUrl, dataDir, auditEvery = 0 } = options;
  return settingsSchema.parse({
    YELLOWSTONE_ENDPOINT: chain.grpcUrl,
    SOLANA_RPC_URL: chain.rpcUrl,
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
    HTTP_PORT: '0',
    AUDIT_INTERVAL_SECONDS: `${auditEvery}`,
    DATA_DIR: dataDir,
    ...(transport && { YELLOWSTONE_TRANSPORT: transport }),
    ...(commitment && { INDEX_COMMITMENT: commitment }),
    ...(clickhouseUrl && { CLICKHOUSE_URL: clickhouseUrl }),
    ...options.settings,
  });
}
