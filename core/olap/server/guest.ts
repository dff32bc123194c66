import pRetry from 'p-retry';
import { isLaunchlensError } from '../../kernel/errors/error.ts';
import type { Running } from '../connection.ts';
import type { GuestAnswer, GuestStatement } from '../port.ts';
import { exceptionOf } from './failure.ts';
import type { Host, Hosts } from './hosts.ts';
import { requireAllRows, saidRows, WHOLE } from './whole-answer.ts';

/** More than the text of the largest answer that the bounds of a guest allow. */
const LARGEST_ANSWER = { http_response_buffer_size: String(256 * 1024 * 1024) } as const;

/** Runs one statement in a request of its own, with settings that it cannot change, at the first server that answers. */
export function runGuest(hosts: Hosts, statement: GuestStatement): Running<GuestAnswer> {
  const { signal } = statement;
  const answer = pRetry(() => hosts.attempt((host) => ask(host, statement)), {
    retries: hosts.size - 1,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error }) => isLaunchlensError(error) && error.retryable,
  });
  const settled = (): void => undefined;
  return { answer, ended: answer.then(settled, settled) };
}

async function ask(
  { client, target }: Host,
  { sql, format, settings, signal }: GuestStatement,
): Promise<GuestAnswer> {
  // No clause of the statement, because it would belong to what EXPLAIN explains. The client knows not every format.
  const form: Readonly<Record<string, string>> = { default_format: format };
  try {
    const { stream, response_headers: headers } = await client.exec({
      query: sql,
      clickhouse_settings: { ...settings, readonly: '1', ...WHOLE, ...LARGEST_ANSWER, ...form },
      abort_signal: signal,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    // The rows of another format are not counted here, but none of them is empty.
    if (bytes.length === 0) requireAllRows(target, saidRows(headers), 0);
    return { kind: 'answered', bytes };
  } catch (error) {
    // The client has its own error for an abort.
    signal.throwIfAborted();
    return { kind: 'rejected', exception: exceptionOf(target, error) };
  }
}
