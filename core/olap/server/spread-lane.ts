import { z } from 'zod';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { ClosableLane } from '../lane.ts';
import type { Statement } from '../port.ts';
import { type Cluster, overShards, spread } from './cluster.ts';

export interface SpreadOptions {
  readonly cluster: Cluster;
  readonly database: string;
  /** A lane to each server by itself. */
  readonly servers: readonly ClosableLane[];
}

const tableRow = z.object({ sortingKey: z.string() });
const SORTING_KEY = `SELECT sorting_key AS sortingKey FROM system.tables
  WHERE database = currentDatabase() AND name = {name:String}`;

/**
 * A lane whose statements that change tables change them on every shard, and are done once they are done on all of
 * them; everything else goes to any server.
 */
export function spreadLane(lane: ClosableLane, options: SpreadOptions): ClosableLane {
  const { cluster, database, servers } = options;
  const replicated = cluster.replication === 'replicated';

  async function everywhere(statement: Statement): Promise<void> {
    if (replicated) return lane.command(statement);
    await Promise.all(servers.map((server) => server.command(statement)));
  }

  async function command(statement: Statement): Promise<void> {
    const change = spread(statement.sql, cluster);
    if (!change) return lane.command(statement);
    for (const sql of change.statements) await everywhere({ ...statement, sql });
    if (change.table === undefined) return;
    const { signal } = statement;
    const asked = {
      sql: SORTING_KEY,
      parameters: { name: `${change.table}_local` },
      ...(signal && { signal }),
    };
    const [stored] = await (servers[0] ?? lane).query(asked, tableRow);
    if (!stored) throw new LaunchlensError('OLAP_SPREAD_UNFINISHED', { table: change.table });
    const sql = overShards(cluster, database, { table: change.table, ...stored });
    await everywhere({ sql, ...(signal && { signal }) });
  }

  return {
    ...lane,
    command,
    close: async (how) => {
      await Promise.all([lane, ...servers].map((one) => one.close(how)));
    },
  };
}
