import { join } from 'node:path';
import type { Logger } from '../../kernel/logger.ts';
import { StatementStats } from '../../kernel/metrics/statements.ts';
import { SharedObjects } from '../../kernel/shared-objects.ts';
import { DATABASE, Databases } from '../databases.ts';
import { createGuestLane } from '../guests.ts';
import { type ClosableLane, createLane } from '../lane.ts';
import type { Olap } from '../port.ts';
import { createConnection, type EmbeddedContext } from './connection.ts';
import { type Engine, openEngine } from './engine.ts';
import { runGuest } from './guest.ts';
import { openSpool } from './spool.ts';

/**
 * Connections per lane. A running call occupies one thread of libuv's pool (4 unless UV_THREADPOOL_SIZE is set),
 * which file access and DNS share, so the sum stays small.
 */
const CONNECTIONS = { writer: 1, reader: 2, scanner: 2 } as const;
/** One, which takes one processor at most: the indexer and the API go on next to it. */
const GUESTS = 1;

/**
 * chDB, the ClickHouse engine inside this process, over `DATA_DIR/clickhouse`.
 * @throws OLAP_DIRECTORY_BUSY, OLAP_DIRECTORY_UNUSABLE, OLAP_ENGINE_MISSING
 */
export async function openEmbedded(options: { dataDir: string; logger: Logger }): Promise<Olap> {
  const engine = await openEngine(join(options.dataDir, 'clickhouse'));
  const target = `embedded chDB in ${engine.directory}`;
  const spool = await openSpool(join(options.dataDir, 'clickhouse-spool'), target);
  const context: EmbeddedContext = { control: engine.control, freeSpace: engine.freeSpace, spool, target };
  const shared = new SharedObjects();
  const stats = shared.one(StatementStats, 'clickhouse');
  const lanesOf = (name: string, kept: SharedObjects) => openLanes({ engine, context, stats }, name, kept);
  const databases = new Databases(async (name) => {
    await engine.createDatabase(name);
    const further = lanesOf(name, new SharedObjects());
    return { ...further, guests, database: (other) => databases.get(other) };
  });
  const own = lanesOf(DATABASE, shared);
  // The engine's own database, which is empty.
  const connect = () => engine.connect({ database: 'default' });
  const { control } = engine;
  const guests = createGuestLane(GUESTS, (statement) => runGuest({ control, connect, target }, statement));
  options.logger.debug({ directory: engine.directory }, 'opened the embedded ClickHouse');
  return {
    ...own,
    guests,
    database: (name) => databases.get(name),
    close: async () => {
      await Promise.all([databases.close(), own.close(), guests.close()]);
      await engine.close();
    },
  };
}

interface Opened {
  readonly engine: Engine;
  readonly context: EmbeddedContext;
  readonly stats: StatementStats;
}

/** The lanes into one database. */
function openLanes(
  { engine, context, stats }: Opened,
  database: string,
  shared: SharedObjects,
): Omit<Olap, 'database' | 'guests'> {
  const lane = (name: keyof typeof CONNECTIONS, options?: { shortReads: boolean }): ClosableLane => {
    const connect = () => createConnection(() => engine.connect({ ...options, database }), context);
    return createLane(Array.from({ length: CONNECTIONS[name] }, connect), {
      name,
      stats,
      takesScripts: true,
    });
  };
  const writer = lane('writer');
  const reader = lane('reader', { shortReads: true });
  const scanner = lane('scanner');
  return {
    kind: 'embedded',
    shared,
    writer,
    reader,
    scanner,
    // The engine allows one process, which keeps its leases in memory, so this lane is unused.
    control: reader,
    files: { write: scanner.files.write, read: writer.files.read },
    describe: () => context.target,
    close: async () => {
      // Destroying a connection under a running statement aborts the engine for the whole process.
      await Promise.all([
        writer.close({ drain: true }),
        reader.close({ drain: false }),
        scanner.close({ drain: false }),
      ]);
    },
  };
}
