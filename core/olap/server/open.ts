import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { z } from 'zod';
import type { Logger } from '../../kernel/logger.ts';
import { StatementStats } from '../../kernel/metrics/statements.ts';
import { SharedObjects } from '../../kernel/shared-objects.ts';
import { DATABASE, Databases } from '../databases.ts';
import { type ClosableGuestLane, createGuestLane } from '../guests.ts';
import { type ClosableLane, createLane } from '../lane.ts';
import { createDatabase } from '../migrations/cluster.ts';
import type { Olap } from '../port.ts';
import { rejection } from '../rejection.ts';
import { type Address, parseAddress } from './address.ts';
import { createConnection } from './connection.ts';
import { runGuest } from './guest.ts';

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

/** On a cluster an acknowledged row is on a majority, and a read waits for acknowledged rows. */
const CLUSTER_SETTINGS: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
};

const SQL_URL = 'CLICKHOUSE_SQL_URL';

export interface ServerOptions {
  readonly clickhouseUrl: string;
  readonly sqlUrl?: string | undefined;
  readonly cluster?: string | undefined;
  readonly logger: Logger;
  /** Compress both ways; by default, only for a server on another machine. */
  readonly compress?: boolean;
}

/**
 * A ClickHouse server over HTTP. The database is created if missing.
 * @throws OLAP_UNREACHABLE, OLAP_REJECTED, SETTING_MALFORMED
 */
export async function openServer(options: ServerOptions): Promise<Olap> {
  const server = { options, address: parseAddress(options.clickhouseUrl) };
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
  options.logger.debug({ server: server.address.target }, 'opened the ClickHouse server');
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
  readonly address: Address;
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
    describe: () => `ClickHouse at ${server.address.target}, database ${database}`,
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
  { address, options, stats }: Server,
  { requests, timeoutMs, database, name }: ServerLane,
): ClosableLane {
  const client = connect({ address, options }, { requests, timeoutMs, database });
  const connections = Array.from({ length: requests }, () =>
    createConnection(client, address.target, (error) => stats.retried(error)),
  );
  const lane = createLane(connections, { name, stats });
  return {
    ...lane,
    close: async (how) => {
      await lane.close(how);
      await client.close();
    },
  };
}

type Place = Pick<Server, 'address' | 'options'>;

function connect(
  { address, options }: Place,
  { requests, timeoutMs, database }: Omit<ServerLane, 'name'>,
): ClickHouseClient {
  const compress = options.compress ?? address.remote;
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
    clickhouse_settings: { ...SETTINGS, ...(options.cluster && CLUSTER_SETTINGS) },
    // Its log lines would repeat statements; failures are returned as coded errors.
    log: { level: ClickHouseLogLevel.OFF },
  });
}

/**
 * In the server's own database, which is empty or at least none of ours.
 * @throws OLAP_UNREACHABLE, OLAP_REJECTED, SETTING_MALFORMED
 */
async function openGuests({ address, options }: Place): Promise<ClosableGuestLane> {
  const { sqlUrl } = options;
  const asked = sqlUrl === undefined ? address : parseAddress(sqlUrl, SQL_URL);
  const { requests, ...guest } = LANES.guest;
  const client = connect({ address: asked, options }, { requests, ...guest, database: 'default' });
  const lane = createGuestLane(requests, (statement) => runGuest(client, asked.target, statement));
  const guests = {
    ...lane,
    close: async () => {
      await lane.close();
      await client.close();
    },
  };
  if (sqlUrl !== undefined) await requireAnswer(guests, asked);
  return guests;
}

/** A wrong password should stop the start, and not be told to whoever asks first. */
async function requireAnswer(guests: ClosableGuestLane, { target }: Address): Promise<void> {
  const signal = AbortSignal.timeout(LANES.control.timeoutMs);
  try {
    const answer = await guests.ask({ sql: 'SELECT 1', format: 'JSONCompact', settings: {}, signal });
    if (answer.kind === 'rejected') throw rejection(`${target} as the user of ${SQL_URL}`, answer.exception);
  } catch (error) {
    await guests.close();
    throw error;
  }
}

/** Checked first, because a user who may not create databases may still be allowed to use this one. */
async function ensureDatabase(server: Server, name: string): Promise<void> {
  const lane = openLane(server, { ...LANES.writer, name: 'writer', database: 'default' });
  try {
    const found = await lane.query(
      { sql: 'SELECT name FROM system.databases WHERE name = {name:String}', parameters: { name } },
      z.object({ name: z.string() }),
    );
    if (found.length === 0) await lane.command({ sql: createDatabase(name, server.options.cluster) });
  } finally {
    await lane.close({ drain: true });
  }
}
