import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { IN_CI } from './ci.ts';
import { unusedPort } from './processes.ts';
import { waitFor } from './wait-for.ts';

const USER = 'launchlens';
const PASSWORD = 'of-the-tests';
/** The newest that Debian's package brought. */
export const BINARIES = globSync('/usr/lib/postgresql/*/bin')
  .filter((directory) => existsSync(join(directory, 'postgres')))
  .sort((a, b) => versionOf(b) - versionOf(a))[0];

/**
 * Whether tests over a real server can run here. Where they must and cannot, they run and fail.
 * `describe.skipIf(postgresIsMissing)`
 */
export const postgresIsMissing = BINARIES === undefined && !IN_CI;
/** For the name of such a suite, so that a skipped one says why. */
export const POSTGRES_SUITE_NAME = postgresIsMissing
  ? 'a PostgreSQL server (skipped: no server on this machine, install the package postgresql)'
  : 'a PostgreSQL server';

export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** Where a database is reached; `postgres` is there from the start. */
  url(database?: string, password?: string): string;
  /** A new empty database. */
  createDatabase(): Promise<string>;
  /** Kills it as a loss of power would, and starts it again at the same place. */
  crash(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A real server of this test's own, in a directory of its own, on a free port of loopback. */
export async function startPostgres(): Promise<PostgresServer> {
  if (BINARIES === undefined) throw new Error('no PostgreSQL server here: install the package postgresql');
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-postgres-'));
  const account = ownAccount();
  if (account) chownSync(directory, account.uid, account.gid);
  await initialise(directory, account);
  const port = await unusedPort();
  let child: ChildProcess | undefined;
  let databases = 0;
  const url = (database = 'postgres', password = PASSWORD): string =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;

  const start = async (): Promise<void> => {
    const options = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    child = spawn(
      join(BINARIES, 'postgres'),
      ['-D', join(directory, 'data'), '-p', String(port), ...options],
      { ...account, stdio: ['ignore', 'ignore', 'ignore'] },
    );
    await waitFor(() => answers(url()), { what: 'PostgreSQL to answer' });
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  await start();
  return {
    port,
    url,
    createDatabase: async () => {
      databases += 1;
      const name = `test_${databases}`;
      await asked(url(), `CREATE DATABASE ${name}`);
      return url(name);
    },
    crash: async () => {
      await stop('SIGQUIT');
      await start();
    },
    stop: () => stop(),
    start,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The server refuses to run as root; Debian's package brings a user for it. */
function ownAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function initialise(directory: string, account: Account | undefined): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, PASSWORD);
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const flags = ['--no-sync', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${USER}`];
  execFileSync(
    join(BINARIES ?? '', 'initdb'),
    ['-D', join(directory, 'data'), ...flags, `--pwfile=${passwordFile}`],
    { ...account, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

async function answers(url: string): Promise<boolean> {
  try {
    await asked(url, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

async function asked(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function versionOf(directory: string): number {
  return Number(/(\d+)\/bin$/.exec(directory)?.[1] ?? 0);
}
