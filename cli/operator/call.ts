import { join } from 'node:path';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { isAlive } from '../../core/kernel/process-identity.ts';
import { type OperatorFile, operatorFilePath, readOperatorFile } from './file.ts';
import {
  aboutOperator,
  type JsonValue,
  OPERATOR_PATH,
  type OperatorLine,
  operatorLine,
  operatorRefusal,
} from './protocol.ts';

/** A process that holds a store and answers. */
export interface Operator extends OperatorFile {
  /** The directory that it holds. */
  readonly dataDir: string;
}

const TIMEOUT_MS = 5_000;

/** The demo has its own store below the configured directory. */
export function demoDirectory(dataDir: string): string {
  return join(dataDir, 'demo');
}

/**
 * The process that holds this directory's store, or else its demo; undefined if neither runs. A file that a killed
 * process left behind is ignored: its process is gone, or does not know the token.
 * @throws OPERATOR_UNREACHABLE when the process lives and does not answer
 */
export async function findOperator(dataDir: string): Promise<Operator | undefined> {
  for (const directory of [dataDir, demoDirectory(dataDir)]) {
    const file = await readOperatorFile(directory);
    if (file && isAlive(file.pid) && (await answers(file, directory))) return { ...file, dataDir: directory };
  }
  return undefined;
}

async function answers(file: OperatorFile, directory: string): Promise<boolean> {
  const { pid, command } = file;
  const unreachable = (reason: string, cause?: unknown) =>
    new LaunchlensError(
      'OPERATOR_UNREACHABLE',
      { pid, command, path: operatorFilePath(directory), reason },
      cause,
    );
  let response: Response;
  try {
    response = await fetch(new URL(OPERATOR_PATH, file.url), {
      headers: { authorization: `Bearer ${file.token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    // Nothing listens there any more: another process has this pid now.
    if (cause?.code === 'ECONNREFUSED') return false;
    throw unreachable('it does not answer', error);
  }
  // Another program uses the address, or another process of ours.
  if (response.status !== 200) return false;
  const about = aboutOperator.safeParse(await response.json().catch(() => undefined));
  return about.success && about.data.pid === file.pid;
}

export interface OperatorCall {
  readonly name: string;
  readonly input: JsonValue;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Has a process run a command and yields its lines as they come.
 * @throws OPERATOR_UNREACHABLE, OPERATOR_REFUSED, OPERATOR_CUT_OFF, and OPERATOR_FAILED or OPERATOR_MISUSED with what
 * the command itself failed with
 */
export async function* callOperator(operator: Operator, call: OperatorCall): AsyncGenerator<JsonValue> {
  const response = await post(operator, call);
  if (response.status !== 200 || !response.body) throw await refusal(response, call.name);
  const cutOff = (cause?: unknown) =>
    new LaunchlensError('OPERATOR_CUT_OFF', { command: call.name, pid: operator.pid }, cause);
  try {
    for await (const text of linesOf(response.body)) {
      const line = parse(text);
      if (!line) throw cutOff();
      if ('end' in line) return;
      if ('error' in line) throw failure(line.error);
      yield line.data;
    }
  } catch (error) {
    call.signal?.throwIfAborted();
    throw error instanceof LaunchlensError ? error : cutOff(error);
  }
  throw cutOff();
}

/** A caller that stops reading early ends the connection, and with it the command. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function post({ url, token, pid, command }: Operator, { name, input, signal }: OperatorCall) {
  try {
    return await fetch(new URL(OPERATOR_PATH + name, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(signal && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const context = { pid, command, path: url, reason: 'the connection failed' };
    throw new LaunchlensError('OPERATOR_UNREACHABLE', context, cause);
  }
}

async function refusal(response: Response, command: string): Promise<LaunchlensError> {
  const body = operatorRefusal.safeParse(await response.json().catch(() => undefined));
  const detail = body.success ? body.data.detail : `HTTP ${response.status}`;
  return new LaunchlensError('OPERATOR_REFUSED', { command, detail });
}

function parse(text: string): OperatorLine | undefined {
  try {
    return operatorLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** An error in the other process ends the command here in the same way. */
function failure({
  code,
  message,
  exit,
}: Extract<OperatorLine, { error: unknown }>['error']): LaunchlensError {
  const context = { code, message };
  return exit === 1
    ? new LaunchlensError('OPERATOR_FAILED', context)
    : new LaunchlensError('OPERATOR_MISUSED', context);
}
