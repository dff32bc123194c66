import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { fromEngine } from './exception.ts';
import type { QueryRequest } from './request.ts';
import { givesRows, type Insert, literal, overFile, parseInsert, requireOneStatement } from './sql.ts';

const PARQUET = /\s+FORMAT\s+Parquet\s*$/;
const TEXT_FORMATS = /^(JSON|CSV|TSV|TabSeparated|Values)/;

/** The engine behind the socket. Each request gets a connection of its own, so that no setting outlives it. */
export class ServerEngine {
  readonly #directory: string;
  readonly #control: Session;

  constructor(directory: string) {
    this.#directory = directory;
    this.#control = new Session(directory);
  }

  /** The answer's bytes as they are made. Ending early stops the statement. */
  async *run(request: QueryRequest): AsyncGenerator<Uint8Array> {
    const session = new Session(this.#directory);
    try {
      await prepare(session, request);
      if (!givesRows(request.sql)) await execute(session, request);
      else if (PARQUET.test(request.sql)) yield* parquet(session, request.sql);
      else yield* rows(session, request);
    } catch (error) {
      throw fromEngine(error);
    } finally {
      session.close();
    }
  }

  async kill(queryId: string): Promise<void> {
    const where = `Settings['log_comment'] = ${literal(queryId)}`;
    await this.#control.queryAsync(`KILL QUERY WHERE ${where} ASYNC`);
  }
}

async function prepare(session: Session, request: QueryRequest): Promise<void> {
  requireOneStatement(request.sql);
  await session.queryAsync(`USE \`${request.database.replace(/`/g, '')}\``);
  const assignments = [...request.settings, ...request.parameters, ['log_comment', request.queryId] as const];
  const set = assignments.map(([name, value]) => `${name.replace(/\W/g, '')}=${literal(value)}`);
  await session.queryAsync(`SET ${set.join(', ')}`);
}

async function* rows(session: Session, request: QueryRequest): AsyncGenerator<Uint8Array> {
  for await (const chunk of session.queryStream(request.sql, { format: request.format })) yield chunk.raw();
}

/** Streamed, chDB would make a file of each block; a server makes one of the whole answer. */
async function* parquet(session: Session, sql: string): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'clickhouse-answer-'));
  try {
    const path = join(directory, 'answer');
    const into = `INSERT INTO FUNCTION file(${literal(path)}, 'Parquet')`;
    await session.queryAsync(`${into} ${sql.replace(PARQUET, '')}`);
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function execute(session: Session, { sql, data }: QueryRequest): Promise<void> {
  if (overFile(sql, '') !== undefined) return insertSelected(session, sql, data);
  const insert = parseInsert(sql);
  if (!insert) await session.queryAsync(data.length > 0 ? `${sql}\n${data.toString('utf8')}` : sql);
  else if (TEXT_FORMATS.test(insert.format)) await session.queryAsync(`${sql}\n${data.toString('utf8')}`);
  else await insertBinary(session, insert, data);
}

async function insertSelected(session: Session, sql: string, data: Buffer): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'clickhouse-body-'));
  try {
    const path = join(directory, 'body');
    await writeFile(path, data);
    await session.queryAsync(overFile(sql, path) ?? sql);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** chDB passes inline data through UTF-8, so binary formats come from a file. */
async function insertBinary(
  session: Session,
  { table, columns, format }: Insert,
  data: Buffer,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'clickhouse-body-'));
  try {
    const path = join(directory, 'body');
    await writeFile(path, data);
    const names = columns === '' ? '*' : columns.slice(1, -1);
    await session.queryAsync(
      `INSERT INTO ${table} ${columns} SELECT ${names} FROM file(${literal(path)}, '${format}')`,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}
