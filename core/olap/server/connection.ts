import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClickHouseSettings } from '@clickhouse/client';
import pRetry from 'p-retry';
import { isLaunchlensError } from '../../kernel/errors/error.ts';
import { type Connection, linesOf, type Running } from '../connection.ts';
import { fileFailure } from '../file-failure.ts';
import { type InsertedRows, insertColumns, insertOf } from '../insert-statement.ts';
import type { ColumnBlock } from '../native/column-block.ts';
import { PARQUET, requireWhole } from '../parquet.ts';
import type { Fence, FileTarget, Statement } from '../port.ts';
import type { EncodedRows } from '../row-binary.ts';
import { clientFailure } from './failure.ts';
import type { Host, Hosts } from './hosts.ts';
import { requireAllRows, saidRows, WHOLE } from './whole-answer.ts';

const FORMAT = 'JSONEachRow';
/** A server ends a statement whose client has gone only if the statement may not write. */
const READING: ClickHouseSettings = { readonly: '2' };
/** Short, for brief failures; the writer, which must not give up, retries above this. */
const RETRIES = { retries: 3, minTimeout: 100, maxTimeout: 1_000, randomize: true } as const;

/** One slot at the servers: at most one request at a time, over the clients' own sockets. */
export function createConnection(hosts: Hosts, onRetry: (error: unknown) => void): Connection {
  type Work<Value> = (host: Host) => Promise<Value>;

  async function at<Value>(host: Host, signal: AbortSignal | undefined, work: Work<Value>): Promise<Value> {
    signal?.throwIfAborted();
    try {
      return await work(host);
    } catch (error) {
      // The client has its own error for an abort.
      signal?.throwIfAborted();
      throw clientFailure(host.target, error);
    }
  }

  function attempt<Value>(signal: AbortSignal | undefined, work: Work<Value>): Promise<Value> {
    return hosts.attempt((host) => at(host, signal, work));
  }

  /** Retries temporary failures, at another server where there is one: every statement of ours may run twice. */
  function retried<Value>(signal: AbortSignal | undefined, work: Work<Value>): Promise<Value> {
    return pRetry(() => attempt(signal, work), {
      ...RETRIES,
      retries: Math.max(RETRIES.retries, hosts.size),
      ...(signal && { signal }),
      shouldRetry: ({ error }) => isLaunchlensError(error) && error.retryable,
      onFailedAttempt: ({ error, retriesLeft }) => {
        if (retriesLeft > 0 && isLaunchlensError(error) && error.retryable) onRetry(error);
      },
    });
  }

  async function answer({ client, target }: Host, statement: Statement): Promise<readonly string[]> {
    const result = await client.query({
      ...request(statement),
      format: FORMAT,
      clickhouse_settings: { ...WHOLE, ...READING },
    });
    const onAbort = (): void => result.close();
    statement.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const lines = linesOf(await result.text());
      requireAllRows(target, saidRows(result.response_headers), lines.length);
      return lines;
    } finally {
      statement.signal?.removeEventListener('abort', onAbort);
    }
  }

  async function* chunks(statement: Statement): AsyncGenerator<readonly string[], void, void> {
    const { signal } = statement;
    const { host, result } = await retried(signal, async (host) => {
      return {
        host,
        result: await host.client.query({
          ...request(statement),
          format: FORMAT,
          clickhouse_settings: READING,
        }),
      };
    });
    const iterator = result.stream()[Symbol.asyncIterator]();
    const onAbort = (): void => result.close();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        const next = await at(host, signal, () => iterator.next());
        if (next.done) return;
        yield next.value.map(({ text }: { text: string }) => text);
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      result.close();
    }
  }

  async function insert(
    table: string,
    block: ColumnBlock | EncodedRows,
    signal?: AbortSignal,
    fence?: Fence,
  ): Promise<void> {
    const sent = insertOf(table, block);
    const query = `${sent.into}${fence ? ` ${fenced(sent, fence)}` : ''} FORMAT ${sent.format}`;
    const parameters = fence?.parameters;
    await retried(signal, async ({ client }) => {
      const values = Readable.from(sent.chunks, { objectMode: false });
      const { stream } = await client.exec({
        ...request({ sql: query, ...(parameters && { parameters }), ...(signal && { signal }) }),
        values,
        clickhouse_settings: WHOLE,
      });
      await stream.resume().toArray();
    });
  }

  /** The server buffers the response until it is complete, on its own disk if it is large. */
  async function toFile({ client }: Host, statement: Statement, path: string): Promise<void> {
    const { stream } = await client.exec({
      ...request({ ...statement, sql: `${statement.sql} FORMAT Parquet` }),
      clickhouse_settings: { ...WHOLE, ...PARQUET },
    });
    await pipeline(stream, createWriteStream(path, { flags: 'wx' }), {
      ...(statement.signal && { signal: statement.signal }),
    });
    await requireWhole(path);
  }

  async function fromFile(
    { client }: Host,
    path: string,
    { table, columns, signal }: FileTarget,
  ): Promise<void> {
    const { stream } = await client.exec({
      ...request({ sql: `${insertColumns(table, columns).into} FORMAT Parquet`, ...(signal && { signal }) }),
      values: createReadStream(path),
      clickhouse_settings: WHOLE,
    });
    await stream.resume().toArray();
  }

  /** A problem with the local file is reported as such, a remote one as the server's. */
  async function onFile(path: string, signal: AbortSignal | undefined, work: Work<void>): Promise<void> {
    await attempt(signal, (host) =>
      work(host).catch((error: unknown) => {
        throw fileFailure(path, error);
      }),
    );
  }

  return {
    toFile: (statement, path) =>
      running(onFile(path, statement.signal, (host) => toFile(host, statement, path))),
    fromFile: (path, into) => running(onFile(path, into.signal, (host) => fromFile(host, path, into))),
    query: (statement) => running(retried(statement.signal, (host) => answer(host, statement))),
    command: (statement) =>
      running(
        retried(statement.signal, async ({ client }) => {
          await client.command({ ...request(statement), clickhouse_settings: WHOLE });
        }),
      ),
    insert,
    chunks,
    close: async () => undefined,
  };
}

/** The rows of the body as a SELECT, so that they can have a condition. */
function fenced({ columns, structure }: InsertedRows, { sql }: Fence): string {
  return `SELECT ${columns} FROM input('${structure.replaceAll("'", "\\'")}') WHERE ${sql}`;
}

function request({ sql, parameters, signal }: Statement) {
  return {
    query: sql,
    ...(parameters && { query_params: { ...parameters } }),
    ...(signal && { abort_signal: signal }),
  };
}

export function running<Value>(answer: Promise<Value>): Running<Value> {
  const ended = answer.then(
    () => undefined,
    () => undefined,
  );
  return { answer, ended };
}
