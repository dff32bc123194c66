import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { redactText } from '../../core/kernel/redact.ts';
import type { JsonValue, OperatorLine } from './protocol.ts';

/** Runs a command and writes its lines as they come, no faster than they are read; it ends when the caller does. */
export async function answerLines(
  response: ServerResponse,
  start: (signal: AbortSignal) => AsyncIterable<JsonValue>,
  shutdown: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([shutdown, gone.signal]);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  const write = async (line: OperatorLine): Promise<void> => {
    if (gone.signal.aborted || response.write(`${JSON.stringify(line)}\n`)) return;
    await once(response, 'drain', { signal }).catch(() => undefined);
  };
  try {
    for await (const data of start(signal)) await write({ data });
    // An aborted command did not finish, and must not look as if it had.
    if (!signal.aborted) await write({ end: true });
  } catch (error) {
    await write({ error: failureOf(error) });
  } finally {
    response.end();
  }
}

function failureOf(error: unknown): Extract<OperatorLine, { error: unknown }>['error'] {
  const message = redactText(error instanceof Error ? error.message : String(error));
  if (!isLaunchlensError(error)) return { code: 'INTERNAL', message, exit: 1 };
  return { code: error.code, message, exit: error.exit };
}
