import type { ClickHouseSettings } from '@clickhouse/client';
import { z } from 'zod';
import { LaunchlensError } from '../../kernel/errors/error.ts';

/**
 * The response starts when the statement has ended, so that a failure in the middle becomes a status. Until then the
 * server keeps it in memory: by default it would write it to its disk, and if that is full, it answers with status 200
 * and nothing. Only what is larger than this goes to its disk.
 */
export const WHOLE: ClickHouseSettings = {
  wait_end_of_query: 1,
  http_response_buffer_size: String(64 * 1024 * 1024),
};

const summary = z.object({ result_rows: z.string().regex(/^\d+$/).transform(Number) });

/** How many rows the server says that it answered with; undefined if something in between removed that header. */
export function saidRows(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const said = headers['x-clickhouse-summary'];
  if (typeof said !== 'string') return undefined;
  return summary.parse(JSON.parse(said)).result_rows;
}

/** @throws OLAP_UNREACHABLE if rows are missing: a server whose disk is full cuts its answers without an error */
export function requireAllRows(target: string, said: number | undefined, found: number): void {
  if (said === undefined || said === found) return;
  const reason = `it said ${said} rows and sent ${found}, as if its disk were full`;
  throw new LaunchlensError('OLAP_UNREACHABLE', { target, reason });
}
