import { z } from 'zod';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { Connection } from '../connection.ts';
import { parseLines } from '../lane.ts';
import type { Statement } from '../port.ts';
import { type Cluster, overShards, spread } from './cluster.ts';
import { running } from './connection.ts';

export interface SpreadOptions {
  readonly cluster: Cluster;
  readonly database: string;
  /** A connection to each server by itself. */
  readonly servers: readonly Connection[];
}

const tableRow = z.object({ sortingKey: z.string() });
const SORTING_KEY = `SELECT sorting_key AS sortingKey FROM system.tables
  WHERE database = currentDatabase() AND name = {name:String}`;

/**
 * A connection whose statements that change tables change them on every shard, and have ended once they have on all of
 * them; everything else goes to any server.
 */
export function spreadConnection(any: Connection, { cluster, database, servers }: SpreadOptions): Connection {
  async function everywhere(statement: Statement): Promise<void> {
    // ClickHouse tells the others itself.
    if (cluster.replication === 'replicated') return any.command(statement).answer;
    await Promise.all(servers.map((server) => server.command(statement).answer));
  }

  async function command(statement: Statement): Promise<void> {
    const change = spread(statement.sql, cluster);
    if (!change) return any.command(statement).answer;
    for (const sql of change.statements) await everywhere({ ...statement, sql });
    if (change.table !== undefined) await spreadOut(change.table, statement);
  }

  /** Lets a table have the columns of its parts on the shards. */
  async function spreadOut(table: string, { signal }: Statement): Promise<void> {
    const bounded = signal && { signal };
    const asked = { sql: SORTING_KEY, parameters: { name: `${table}_local` }, ...bounded };
    const [part] = parseLines(tableRow, await any.query(asked).answer);
    if (!part) throw new LaunchlensError('OLAP_SPREAD_UNFINISHED', { table });
    await everywhere({ sql: overShards(cluster, database, { table, ...part }), ...bounded });
  }

  return { ...any, command: (statement) => running(command(statement)) };
}
