import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ServerException } from './exception.ts';

/** URL parameters that are not settings of the engine. */
const OWN = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'enable_http_compression',
  'wait_end_of_query',
  'cancel_http_readonly_queries_on_client_close',
  'role',
  'session_id',
]);

/** One request of ClickHouse's HTTP interface. */
export interface QueryRequest {
  readonly sql: string;
  /** What follows the statement: the rows of an INSERT. */
  readonly data: Buffer;
  readonly queryId: string;
  readonly database: string;
  readonly format: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly gzip: boolean;
  readonly waitForEnd: boolean;
}

export async function readRequest(message: IncomingMessage, url: URL): Promise<QueryRequest> {
  const body = await buffer(decoded(message));
  const inUrl = url.searchParams.get('query');
  const pairs = [...url.searchParams];
  return {
    sql: inUrl ?? body.toString('utf8'),
    data: inUrl === null ? Buffer.alloc(0) : body,
    queryId: url.searchParams.get('query_id') ?? crypto.randomUUID(),
    database: header(message, 'x-clickhouse-database') ?? url.searchParams.get('database') ?? 'default',
    format:
      header(message, 'x-clickhouse-format') ?? url.searchParams.get('default_format') ?? 'TabSeparated',
    settings: pairs.filter(([name]) => !OWN.has(name) && !name.startsWith('param_')),
    parameters: pairs.filter(([name]) => name.startsWith('param_')),
    gzip:
      url.searchParams.get('enable_http_compression') === '1' &&
      /\bgzip\b/.test(header(message, 'accept-encoding') ?? ''),
    waitForEnd: url.searchParams.get('wait_end_of_query') === '1',
  };
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Takes X-ClickHouse-User/Key, basic auth, or `user` and `password` of the URL, as the server does. */
export function requireUser(message: IncomingMessage, url: URL, allowed: Credentials): void {
  const given = credentialsOf(message, url);
  if (given.user === allowed.user && given.password === allowed.password) return;
  const text = `${given.user}: Authentication failed: password is incorrect, or there is no user with such name`;
  throw new ServerException(516, 'AUTHENTICATION_FAILED', text);
}

function credentialsOf(message: IncomingMessage, url: URL): Credentials {
  const user = header(message, 'x-clickhouse-user');
  if (user !== undefined) return { user, password: header(message, 'x-clickhouse-key') ?? '' };
  const basic = /^Basic (.+)$/.exec(header(message, 'authorization') ?? '')?.[1];
  if (basic !== undefined) {
    const [name = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    return { user: name, password: rest.join(':') };
  }
  return {
    user: url.searchParams.get('user') ?? 'default',
    password: url.searchParams.get('password') ?? '',
  };
}

function decoded(message: IncomingMessage): Readable {
  const encoding = header(message, 'content-encoding');
  if (encoding === undefined) return message;
  if (encoding === 'gzip') return message.pipe(createGunzip());
  if (encoding === 'zstd') return message.pipe(createZstdDecompress());
  throw new ServerException(38, 'NOT_IMPLEMENTED', `Unknown compression method ${encoding}`);
}

function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
