import { LaunchlensError } from '../kernel/errors/error.ts';

/** Codes after which the same statement can succeed later: load, replication and Keeper problems. */
const TRANSIENT = new Set([
  3, // UNEXPECTED_END_OF_FILE: the request body was cut
  159, // TIMEOUT_EXCEEDED
  198, // DNS_ERROR: one server does not find another
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  225, // NO_ZOOKEEPER
  236, // ABORTED: the server is shutting down
  241, // MEMORY_LIMIT_EXCEEDED
  242, // TABLE_IS_READ_ONLY
  252, // TOO_MANY_PARTS
  279, // ALL_CONNECTION_TRIES_FAILED: no replica of a shard can be reached
  285, // TOO_FEW_LIVE_REPLICAS
  286, // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE: another insert still waits for its majority
  289, // REPLICA_IS_NOT_IN_QUORUM: this replica lacks the newest insert
  319, // UNKNOWN_STATUS_OF_INSERT
  425, // SYSTEM_ERROR
  999, // KEEPER_EXCEPTION
]);

const NOT_ENOUGH_SPACE = 243;

/** Codes whose text names tables, columns and limits; all other texts may repeat values of the statement. */
const SPEAKING = new Set([16, 36, 43, 46, 47, 57, 60, 81, 241, 252, 497]);

const EXCEPTION = /Code: (\d+)\. DB::Exception: ([\s\S]*?)\(([A-Z][A-Z0-9_]+)\)/;
const ECHO_OF_STATEMENT = /:? (?:in scope|while|In query|Maybe you meant|\(query)[\s\S]*$/i;
const LIMIT = 200;
const NO_SPACE = /No space left on device/;

/** Whether a failure of the engine is the kernel's ENOSPC, in any wording. */
export function isDiskFull(text: string): boolean {
  return NO_SPACE.test(text);
}

export interface EngineException {
  readonly code: number;
  readonly name: string;
  readonly text: string;
}

/** Parses ClickHouse's exception text; undefined for other text. */
export function parseException(text: string): EngineException | undefined {
  const match = EXCEPTION.exec(text);
  if (!match) return undefined;
  return { code: Number(match[1]), name: match[3] ?? 'UNKNOWN', text: match[2] ?? '' };
}

/** The coded error of an exception. It has ClickHouse's code and name, never a value of the statement. */
export function rejection(target: string, exception: EngineException): LaunchlensError {
  if (exception.code === NOT_ENOUGH_SPACE || isDiskFull(exception.text))
    return new LaunchlensError('OLAP_DISK_FULL', { target });
  const context = { target, clickhouseCode: exception.code, detail: detailOf(exception) };
  return TRANSIENT.has(exception.code)
    ? new LaunchlensError('OLAP_BUSY', context)
    : new LaunchlensError('OLAP_REJECTED', context);
}

function detailOf({ code, name, text }: EngineException): string {
  if (!SPEAKING.has(code)) return name;
  const sentence = text
    .replace(ECHO_OF_STATEMENT, '')
    .trim()
    .replace(/[\s.:]+$/, '');
  return `${name}, ${sentence.slice(0, LIMIT)}`;
}
