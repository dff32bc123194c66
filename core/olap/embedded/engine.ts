import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from 'chdb';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { readHolder, removeHolder, writeHolder } from '../../kernel/holder-file.ts';
import { hasEnded } from '../../kernel/process-identity.ts';
import { DATABASE } from '../databases.ts';
import { isDiskFull } from '../rejection.ts';
import { lockHolder, lockWriter } from './directory-lock.ts';
import { type FreeSpace, keepFreeSpace } from './free-space.ts';

/**
 * Set at connect, because a setting sent with a statement stays on that connection only. `insert_deduplicate` is
 * off because a replay after a crash legitimately repeats blocks whose rows were removed. `optimize_on_insert` is
 * off because a batch has each account and slot once; searching for duplicates costs 40 % of an insert.
 */
const ARGUMENTS = [
  '--output_format_json_quote_64bit_integers=1',
  '--output_format_json_escape_forward_slashes=0',
  '--session_timezone=UTC',
  '--async_insert=0',
  '--insert_deduplicate=0',
  '--optimize_on_insert=0',
  '--mutations_sync=2',
] as const;
/** The settings that the engine takes only from a file. */
const SETTINGS_FILE = fileURLToPath(new URL('engine.xml', import.meta.url));
/** Inserts, merges and mutations that would leave less free are refused before they begin. */
const KEEP_FREE = '--storage_configuration.disks.default.keep_free_space_bytes';

/**
 * For reads of a few rows, most of them in the page cache: to hand work to a second thread, or the read of a file to
 * another, takes longer than the work, and worsens the tail latency.
 */
const SHORT_READS = `max_threads=1, local_filesystem_read_method='pread'`;

export interface Engine {
  readonly directory: string;
  /** Never runs long statements: it keeps the directory open and cancels statements of other connections. */
  readonly control: Session;
  readonly freeSpace: FreeSpace;
  createDatabase(name: string): Promise<void>;
  /** One more connection to the open directory, already inside a database; by default, that of the launches. */
  connect(options?: { readonly shortReads?: boolean; readonly database?: string }): Session;
  /** Resolves when no statement is running; call it after closing every connection but `control`. */
  close(): Promise<void>;
}

/**
 * Opens a directory of the embedded ClickHouse. The engine's own kernel lock keeps other processes out, so a
 * lock left by a dead process never needs cleaning.
 * @throws OLAP_DIRECTORY_BUSY, OLAP_DIRECTORY_UNUSABLE, OLAP_DISK_FULL, OLAP_ENGINE_MISSING
 */
export async function openEngine(directory: string, load = loadChdb): Promise<Engine> {
  const chdb = await load();
  await makeDirectory(directory);
  const freeSpace = await keepFreeSpace(directory, directory);
  await freeSpace.require();
  const file = `--config-file=${SETTINGS_FILE}`;
  const connectionArgs = [...ARGUMENTS, file, `${KEEP_FREE}=${freeSpace.keptBytes}`];
  const open = (): Session => new chdb.Session(directory, { connectionArgs });
  const control = await openFirst(directory, open);
  try {
    await writeHolder(holderFile(directory), Date.now());
    await control.queryAsync(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
  } catch (cause) {
    control.close();
    throw unusable(directory, cause);
  }
  return {
    directory,
    control,
    freeSpace,
    createDatabase: async (name) => {
      await control.queryAsync(`CREATE DATABASE IF NOT EXISTS ${name}`);
    },
    connect: ({ shortReads = false, database = DATABASE } = {}) => {
      const session = open();
      session.query(`USE ${database}`);
      if (shortReads) session.query(`SET ${SHORT_READS}`);
      return session;
    },
    close: async () => {
      // First, because another process may open the store as soon as the engine is gone.
      await removeHolder(holderFile(directory));
      control.close();
      await chdb.drainPending();
    },
  };
}

/** Next to the engine's directory, whose content belongs to the engine. */
function holderFile(directory: string): string {
  return join(dirname(directory), 'holder.json');
}

/** The part of chDB that is used here. */
type Chdb = Pick<typeof import('chdb'), 'Session' | 'drainPending'>;

async function loadChdb(): Promise<Chdb> {
  try {
    return await import('chdb');
  } catch (cause) {
    const platform = `${process.platform}-${process.arch}`;
    throw new LaunchlensError('OLAP_ENGINE_MISSING', { platform }, cause);
  }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unusable(directory, cause);
  }
}

async function openFirst(directory: string, open: () => Session): Promise<Session> {
  const holder = await lockHolder(directory);
  if (holder !== undefined) throw await busy(directory, holder);
  try {
    return open();
  } catch (cause) {
    // The engine only reports that it failed.
    const writer = (await lockWriter(directory)) ?? (await elsewhere(directory));
    throw writer === undefined ? unusable(directory, cause) : await busy(directory, writer);
  }
}

/** A process of another machine or container that shares the directory and cannot be queried from here. */
async function elsewhere(directory: string): Promise<string | undefined> {
  const holder = await readHolder(holderFile(directory));
  return holder && hasEnded(holder) === undefined ? String(holder.pid) : undefined;
}

async function busy(directory: string, pid: string): Promise<LaunchlensError> {
  const holder = await readHolder(holderFile(directory));
  const known = holder?.pid === Number(pid) ? holder : undefined;
  const about = known && { command: known.command, host: known.host, since: known.since };
  return new LaunchlensError('OLAP_DIRECTORY_BUSY', { directory, pid, ...about });
}

function unusable(directory: string, cause: unknown): LaunchlensError {
  if (isFull(cause)) return new LaunchlensError('OLAP_DISK_FULL', { target: directory }, cause);
  const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n').at(-1) ?? '';
  return new LaunchlensError('OLAP_DIRECTORY_UNUSABLE', { directory, reason: reason.trim() }, cause);
}

/** In Node's wording, or the engine's. */
function isFull(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(String(cause));
}
