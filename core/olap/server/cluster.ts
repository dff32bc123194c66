import type { REPLICATIONS } from '../../kernel/settings/schema.ts';

export interface Cluster {
  /** Its name in the servers' `remote_servers`. */
  readonly name: string;
  /** What keeps the rows of a shard: replicas that ClickHouse keeps equal, or one server alone. */
  readonly replication: (typeof REPLICATIONS)[number];
}

/**
 * A statement that changes tables, for the servers that hold them. A table `x` of the index becomes `x_local` on each
 * shard, and `x` reads and writes the shards.
 */
export interface Spread {
  readonly statements: readonly string[];
  /** The table whose columns `x` must have afterwards. */
  readonly table?: string;
}

const NAME = '(`[^`]+`|\\w+)';
/** What has no rows is on every server under its own name. */
const ROWLESS = new RegExp(
  `^(CREATE DATABASE IF NOT EXISTS|CREATE VIEW(?: IF NOT EXISTS)?|DROP VIEW(?: IF EXISTS)?) ${NAME}`,
);
const FEED = new RegExp(`^(CREATE MATERIALIZED VIEW IF NOT EXISTS|ALTER TABLE) ${NAME}( TO ${NAME})?`);
const TABLE = new RegExp(`^(CREATE TABLE(?: IF NOT EXISTS)?|ALTER TABLE|TRUNCATE TABLE|DELETE FROM) ${NAME}`);
const DROPPED = new RegExp(`^DROP TABLE IF EXISTS ${NAME}( SYNC)?$`);
const LIKE = new RegExp(`^(CREATE TABLE(?: IF NOT EXISTS)? \\S+) AS ${NAME}`);
const ATTACHED = new RegExp(`(ATTACH PARTITION ALL FROM) ${NAME}`);
const ENGINE = /^(\s*ENGINE = )(\w*MergeTree)(?:\(([^)]*)\))?/m;
/** `{shard}` and `{replica}` are macros of each server. */
const REPLICA = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

/** Undefined for a statement that runs once, on any server. */
export function spread(sql: string, cluster: Cluster): Spread | undefined {
  const everywhere = onCluster(cluster);
  if (ROWLESS.test(sql)) return { statements: [sql.replace(ROWLESS, `$1 $2${everywhere}`)] };
  if (/^CREATE MATERIALIZED VIEW|MODIFY QUERY/.test(sql)) return { statements: [feed(sql, everywhere)] };
  const dropped = DROPPED.exec(sql);
  if (dropped) {
    const [, name = '', sync = ''] = dropped;
    return {
      statements: [name, local(name)].map((one) => `DROP TABLE IF EXISTS ${one}${everywhere}${sync}`),
    };
  }
  const [, verb = '', name] = TABLE.exec(sql) ?? [];
  if (name === undefined) return undefined;
  const changed = sql
    .replace(LIKE, (_all, head: string, other: string) => `${head} AS ${local(other)}`)
    .replace(ATTACHED, (_all, head: string, other: string) => `${head} ${local(other)}`)
    .replace(TABLE, (_all, head: string, own: string) => `${head} ${local(own)}${everywhere}`);
  const own = verb === 'DELETE FROM' ? ofItsShard(changed, name) : changed;
  const statements = [cluster.replication === 'replicated' ? replicated(own) : own];
  return reshapes(verb, sql) ? { statements, table: bare(name) } : { statements };
}

/** What a deletion asks about other rows of its table concerns rows with the same key, which are on the same shard. */
function ofItsShard(sql: string, name: string): string {
  return sql.replaceAll(new RegExp(`\\bFROM ${name}\\b`, 'g'), `FROM ${local(name)}`);
}

function reshapes(verb: string, sql: string): boolean {
  return verb.startsWith('CREATE') || /\b(ADD|MODIFY|DROP|RENAME) COLUMN\b/.test(sql);
}

/** Rows that one table feeds into another stay on their shard. */
function feed(sql: string, everywhere: string): string {
  return sql
    .replace(FEED, (_all, verb: string, name: string, _to: unknown, target: string | undefined) => {
      return `${verb} ${name}${everywhere}${target === undefined ? '' : ` TO ${local(target)}`}`;
    })
    .replace(/(\bFROM )(\w+)\s*$/, (_all, from: string, source: string) => `${from}${local(source)}`);
}

function replicated(sql: string): string {
  return sql.replace(ENGINE, (_all, head: string, engine: string, parameters: string | undefined) => {
    return `${head}Replicated${engine}(${REPLICA}${parameters ? `, ${parameters}` : ''})`;
  });
}

/** The columns by which rows are sharded, in this order of preference: what questions name. */
const KEYS: readonly (readonly [column: string, shard: string])[] = [
  ['launch_id', 'intHash64(launch_id)'],
  ['address', 'cityHash64(address)'],
  ['wallet', 'cityHash64(wallet)'],
  ['record_id', 'intHash64(record_id)'],
  // The rows of a transaction are on one shard, and those of a range of slots on all.
  ['transaction_index', 'cityHash64(slot, transaction_index)'],
];

/**
 * The shard of a row, as SQL. Rows that replace one another have the same sorting key, so only its columns can be
 * asked. Small tables that every answer needs are on the first shard.
 */
export function shardKey(sortingKey: string): string {
  const columns = sortingKey.split(', ');
  return KEYS.find(([column]) => columns.includes(column))?.[1] ?? '0';
}

/** Makes `x` read and write the tables `x_local` of all shards. It holds no rows itself. */
export function overShards(
  cluster: Cluster,
  database: string,
  { table, sortingKey }: { readonly table: string; readonly sortingKey: string },
): string {
  const everywhere = onCluster(cluster);
  const engine = `Distributed(${quoted(cluster)}, '${database}', '${table}_local', ${shardKey(sortingKey)})`;
  return `CREATE OR REPLACE TABLE \`${table}\`${everywhere} AS \`${table}_local\` ENGINE = ${engine}`;
}

/** ClickHouse passes a statement with it to all replicas; without replicas, each server is told. */
function onCluster(cluster: Cluster): string {
  return cluster.replication === 'replicated' ? ` ON CLUSTER ${quoted(cluster)}` : '';
}

function bare(name: string): string {
  return name.replaceAll('`', '');
}

function local(name: string): string {
  return name.startsWith('`') ? `\`${bare(name)}_local\`` : `${name}_local`;
}

/** `CLICKHOUSE_CLUSTER` admits letters, digits, `_` and `-` only. */
function quoted({ name }: Pick<Cluster, 'name'>): string {
  return `'${name.replace(/[^\w-]/g, '')}'`;
}
