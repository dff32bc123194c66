const CREATED = /^(CREATE (?:TABLE|VIEW|MATERIALIZED VIEW) IF NOT EXISTS )(\w+|`\w+`)/;
const DROPPED = /^(DROP (?:TABLE|VIEW) IF EXISTS )(\w+|`\w+`)/;
const ALTERED = /^(ALTER TABLE )(\w+|`\w+`)/;
const ENGINE = /^(ENGINE = )(\w*MergeTree)(?:\(([^)]*)\))?/m;
/** Every node has all rows: one path per table, one replica name per node, from the server's own macros. */
const REPLICA = "'/clickhouse/tables/{uuid}/all', '{replica}'";

/** The same statement for a cluster: run on every node, with replicated tables. Does not contact a server. */
export function onCluster(statement: string, cluster: string): string {
  const clause = ` ON CLUSTER ${quoted(cluster)}`;
  return statement
    .replace(CREATED, (_all, verb: string, name: string) => `${verb}${name}${clause}`)
    .replace(DROPPED, (_all, verb: string, name: string) => `${verb}${name}${clause}`)
    .replace(ALTERED, (_all, verb: string, name: string) => `${verb}${name}${clause}`)
    .replace(ENGINE, (_all, head: string, engine: string, parameters: string | undefined) => {
      const rest = parameters ? `, ${parameters}` : '';
      return `${head}Replicated${engine}(${REPLICA}${rest})`;
    });
}

/** `CLICKHOUSE_CLUSTER` admits letters, digits, `_` and `-` only. */
function quoted(cluster: string): string {
  return `'${cluster.replace(/[^\w-]/g, '')}'`;
}

export function createDatabase(name: string, cluster: string | undefined): string {
  return `CREATE DATABASE IF NOT EXISTS ${name}${cluster ? ` ON CLUSTER ${quoted(cluster)}` : ''}`;
}
