import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { z } from 'zod';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { StatementStats } from '../../kernel/metrics/statements.ts';
import { SharedObjects } from '../../kernel/shared-objects.ts';
import type { Connection } from '../connection.ts';
import { DATABASE, Databases } from '../databases.ts';
import { type ClosableGuestLane, createGuestLane } from '../guests.ts';
import { type ClosableLane, createLane } from '../lane.ts';
import type { Olap } from '../port.ts';
import { rejection } from '../rejection.ts';
import { type Address, parseAddresses } from './address.ts';
import type { Cluster } from './cluster.ts';
import { createConnection } from './connection.ts';
import { runGuest } from './guest.ts';
import { type Host, Hosts } from './hosts.ts';
import { spreadConnection } from './spread-connection.ts';

/** The most concurrent requests per lane, and how long a silent socket may stay open. */
const LANES = {
  writer: { requests: 1, timeoutMs: 60_000 },
  reader: { requests: 8, timeoutMs: 30_000 },
  scanner: { requests: 4, timeoutMs: 600_000 },
  control: { requests: 1, timeoutMs: 5_000 },
  loader: { requests: 1, timeoutMs: 600_000 },
  guest: { requests: 2, timeoutMs: 60_000 },
} as const;

/** The same choices as for the embedded engine, explained there. */
const SETTINGS: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_escape_forward_slashes: 0,
  session_timezone: 'UTC',
  async_insert: 0,
  insert_deduplicate: 0,
  optimize_on_insert: 0,
  mutations_sync: '2',
  // A deletion's fence counts when it is asked for, and each replica deletes the same rows.
  mutations_execute_subqueries_on_initiator: 1,
  cancel_http_readonly_queries_on_client_close: 1,
};

/** An insert is acknowledged once every shard has its rows; an answer has the rows of all shards, or there is none. */
const SHARDED: ClickHouseSettings = {
  distributed_foreground_insert: 1,
  parallel_distributed_insert_select: '0',
  distributed_product_mode: 'global',
  optimize_skip_unused_shards: 1,
  skip_unavailable_shards: 0,
};

/** An acknowledged row is on a majority of its replicas, and a read waits for acknowledged rows. */
const REPLICATED: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  // Deletions are asked for with subqueries, which the server that is asked replaces by their values.
  allow_nondeterministic_mutations: 1,
};

const SQL_URL = 'CLICKHOUSE_SQL_URL';
const DATABASES = 'SELECT name FROM system.databases WHERE name = {name:String}';
const LAYOUT = `SELECT engine FROM system.tables WHERE database = {name:String} AND name = 'schema_migrations'`;

export interface ServerOptions {
  readonly clickhouseUrl: string;
  readonly sqlUrl?: string | undefined;
  readonly cluster?: Cluster | undefined;
  readonly logger: Logger;
  /** Compress both ways; by default, only for a server on another machine. */
  readonly compress?: boolean;
}

/**
 * A ClickHouse server over HTTP, or the servers of a cluster. The database is created if missing.
 * @throws OLAP_UNREACHABLE, OLAP_REJECTED, OLAP_OTHER_LAYOUT, SETTING_MALFORMED
 */
export async function openServer(options: ServerOptions): Promise<Olap> {
  const server = { options, addresses: parseAddresses(options.clickhouseUrl) };
  const shared = new SharedObjects();
  const stats = shared.one(StatementStats, 'clickhouse');
  const databases = new Databases(async (name) => {
    const further = await openDatabase({ ...server, stats }, name, new SharedObjects());
    return { ...further, guests, database: (other) => databases.get(other) };
  });
  const guests = await openGuests(server);
  const own = await openDatabase({ ...server, stats }, DATABASE, shared).catch(async (error: unknown) => {
    await guests.close();
    throw error;
  });
  options.logger.debug({ server: named(server.addresses) }, 'opened the ClickHouse server');
  return {
    ...own,
    guests,
    database: (name) => databases.get(name),
    close: async () => {
      await Promise.all([databases.close(), own.close(), guests.close()]);
    },
  };
}

interface Server {
  readonly addresses: readonly [Address, ...Address[]];
  readonly options: ServerOptions;
  readonly stats: StatementStats;
}

/** The lanes into one database, which is created if missing. */
async function openDatabase(
  server: Server,
  database: string,
  shared: SharedObjects,
): Promise<Omit<Olap, 'database' | 'guests'>> {
  await ensureDatabase(server, database);
  const lane = (name: keyof typeof LANES) => openLane(server, { name, database, ...LANES[name] });
  const writer = lane('writer');
  const reader = lane('reader');
  const scanner = lane('scanner');
  const control = lane('control');
  const loader = lane('loader');
  return {
    kind: 'server',
    shared,
    writer,
    reader,
    scanner,
    control,
    files: { write: scanner.files.write, read: loader.files.read },
    describe: () => `ClickHouse at ${named(server.addresses)}, database ${database}`,
    close: async () => {
      await Promise.all([
        writer.close({ drain: true }),
        reader.close({ drain: false }),
        scanner.close({ drain: false }),
        control.close({ drain: false }),
        loader.close({ drain: false }),
      ]);
    },
  };
}

interface ServerLane {
  readonly name: string;
  readonly requests: number;
  readonly timeoutMs: number;
  readonly database: string;
}

function openLane(
  { addresses, options, stats }: Server,
  { requests, timeoutMs, database, name }: ServerLane,
): ClosableLane {
  const hosts = hostsAt(addresses, options, { requests, timeoutMs, database });
  const { cluster } = options;
  const to = (some: typeof hosts, first = 0): Connection =>
    createConnection(new Hosts(some, first), (error) => stats.retried(error));
  const connections = Array.from({ length: requests }, (_, index) => {
    const any = to(hosts, index);
    if (!cluster) return any;
    return spreadConnection(any, { cluster, database, servers: hosts.map((host) => to([host])) });
  });
  const lane = createLane(connections, { name, stats });
  return {
    ...lane,
    close: async (how) => {
      await lane.close(how);
      await Promise.all(hosts.map(({ client }) => client.close()));
    },
  };
}

type Limits = Omit<ServerLane, 'name'>;

function hostsAt(
  [first, ...others]: Server['addresses'],
  options: ServerOptions,
  limits: Limits,
): [Host, ...Host[]] {
  const host = (address: Address): Host => ({
    client: connect({ address, options }, limits),
    target: address.target,
  });
  return [host(first), ...others.map(host)];
}

function connect(
  { address, options }: { readonly address: Address; readonly options: ServerOptions },
  { requests, timeoutMs, database }: Limits,
): ClickHouseClient {
  const compress = options.compress ?? address.remote;
  const { cluster } = options;
  return createClient({
    url: address.url,
    pathname: address.pathname,
    username: address.username,
    password: address.password,
    database,
    application: 'launchlens',
    max_open_connections: requests,
    request_timeout: timeoutMs,
    compression: { response: compress, request: compress && { codec: 'gzip', level: 1 } },
    clickhouse_settings: {
      ...SETTINGS,
      ...(cluster && SHARDED),
      ...(cluster?.replication === 'replicated' && REPLICATED),
    },
    // Its log lines would repeat statements; failures are returned as coded errors.
    log: { level: ClickHouseLogLevel.OFF },
  });
}

function named(addresses: readonly Address[]): string {
  return addresses.map(({ target }) => target).join(', ');
}

/**
 * In the server's own database, which is empty or at least none of ours.
 * @throws OLAP_UNREACHABLE, OLAP_REJECTED, SETTING_MALFORMED
 */
async function openGuests({
  addresses,
  options,
}: Pick<Server, 'addresses' | 'options'>): Promise<ClosableGuestLane> {
  const { sqlUrl } = options;
  const asked = sqlUrl === undefined ? addresses : parseAddresses(sqlUrl, SQL_URL);
  const { requests, ...limits } = LANES.guest;
  const clients = hostsAt(asked, options, { requests, ...limits, database: 'default' });
  const hosts = new Hosts(clients);
  const lane = createGuestLane(requests, (statement) => runGuest(hosts, statement));
  const guests = {
    ...lane,
    close: async () => {
      await lane.close();
      await Promise.all(clients.map(({ client }) => client.close()));
    },
  };
  if (sqlUrl !== undefined) await requireAnswer(guests, named(asked));
  return guests;
}

/** A wrong password should stop the start, and not be told to whoever asks first. */
async function requireAnswer(guests: ClosableGuestLane, target: string): Promise<void> {
  const signal = AbortSignal.timeout(LANES.control.timeoutMs);
  try {
    const answer = await guests.ask({ sql: 'SELECT 1', format: 'JSONCompact', settings: {}, signal });
    if (answer.kind === 'rejected') throw rejection(`${target} as the user of ${SQL_URL}`, answer.exception);
  } catch (error) {
    await guests.close();
    throw error;
  }
}

const namedRow = z.object({ name: z.string() });
const engineRow = z.object({ engine: z.string() });

/** @throws OLAP_OTHER_LAYOUT, OLAP_UNREACHABLE, OLAP_REJECTED */
async function ensureDatabase(server: Server, name: string): Promise<void> {
  const clustered = server.options.cluster !== undefined;
  const lane = openLane(server, { ...LANES.writer, name: 'writer', database: 'default' });
  const asked = (sql: string) => ({ sql, parameters: { name } });
  try {
    // A user who may not create databases may still be allowed to use this one; a new shard has none yet.
    const found = await lane.query(asked(DATABASES), namedRow);
    if (clustered || found.length === 0) await lane.command({ sql: `CREATE DATABASE IF NOT EXISTS ${name}` });
    const [table] = await lane.query(asked(LAYOUT), engineRow);
    if (table && clustered !== (table.engine === 'Distributed'))
      throw new LaunchlensError('OLAP_OTHER_LAYOUT', { database: name, clustered });
  } finally {
    await lane.close({ drain: true });
  }
}
