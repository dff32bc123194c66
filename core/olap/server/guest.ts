import type { ClickHouseClient } from '@clickhouse/client';
import type { Running } from '../connection.ts';
import type { GuestAnswer, GuestStatement } from '../port.ts';
import { exceptionOf } from './failure.ts';

/** Runs one statement in a request of its own, with settings that it cannot change. */
export function runGuest(
  client: ClickHouseClient,
  target: string,
  { sql, format, settings, signal }: GuestStatement,
): Running<GuestAnswer> {
  // No clause of the statement, because it would belong to what EXPLAIN explains. The client knows not every format.
  const form: Readonly<Record<string, string>> = { default_format: format };
  const work = async (): Promise<GuestAnswer> => {
    const { stream } = await client.exec({
      query: sql,
      // The response starts when the statement has ended, so that a failure in the middle becomes a status.
      clickhouse_settings: { ...settings, readonly: '1', wait_end_of_query: 1, ...form },
      abort_signal: signal,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return { kind: 'answered', bytes: Buffer.concat(chunks) };
  };
  const answer = work().catch((error: unknown): GuestAnswer => {
    // The client has its own error for an abort.
    signal.throwIfAborted();
    return { kind: 'rejected', exception: exceptionOf(target, error) };
  });
  const settled = (): void => undefined;
  return { answer, ended: answer.then(settled, settled) };
}
