import { join } from 'node:path';
import type { Logger } from '../../kernel/logger.ts';
import { encodeNative } from '../native/encode.ts';
import type { Olap } from '../port.ts';
import { tableName } from '../table-name.ts';
import { type Connection, createConnection } from './connection.ts';
import { openEngine } from './engine.ts';
import { createLane, type InsertBlock } from './lane.ts';
import { openSpool } from './spool.ts';
import { literal } from './statement.ts';

/**
 * Connections of each lane. A running call holds one thread of libuv's pool (4 unless UV_THREADPOOL_SIZE says
 * otherwise), which file access and DNS share, so the sum stays small.
 */
const CONNECTIONS = { writer: 1, reader: 2, scanner: 2 } as const;

/**
 * chDB, the ClickHouse engine inside this process, over `DATA_DIR/clickhouse`.
 * @throws OLAP_DIRECTORY_BUSY when another process holds the directory
 */
export async function openEmbedded(options: { dataDir: string; logger: Logger }): Promise<Olap> {
  const engine = await openEngine(join(options.dataDir, 'clickhouse'));
  const spool = await openSpool(join(options.dataDir, 'clickhouse-spool'));
  const target = `embedded chDB in ${engine.directory}`;

  const insertBlock: InsertBlock = async (connection, table, block) => {
    if (block.rows === 0) return;
    await spool.hold(encodeNative(block), async (path) => {
      const columns = block.layout.columns.map(({ name }) => name).join(', ');
      const source = `file(${literal(path)}, 'Native')`;
      const sql = `INSERT INTO ${tableName(table)} (${columns}) SELECT ${columns} FROM ${source}`;
      await connection.run({ sql }).answer;
    });
  };
  const lane = (count: number) => {
    const connect = (): Connection => createConnection(engine.connect(), engine.control, target);
    return createLane(Array.from({ length: count }, connect), insertBlock);
  };
  const writer = lane(CONNECTIONS.writer);
  const reader = lane(CONNECTIONS.reader);
  const scanner = lane(CONNECTIONS.scanner);
  options.logger.debug({ directory: engine.directory }, 'opened the embedded ClickHouse');

  return {
    kind: 'embedded',
    writer,
    reader,
    scanner,
    describe: () => target,
    close: async () => {
      // Destroying a connection under a running statement aborts the engine for the whole process.
      await Promise.all([
        writer.close({ drain: true }),
        reader.close({ drain: false }),
        scanner.close({ drain: false }),
      ]);
      engine.control.close();
      await engine.drained();
    },
  };
}
