import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { SqlAnswer } from '../../schemas/rest/sql.ts';
import { sqlColumn } from '../../schemas/rest/sql.ts';
import type { Stamp } from '../read/model.ts';
import type { SqlQuestion, SqlReader } from '../read/sql/ask.ts';
import { MOST_ROWS } from '../read/sql/formats.ts';
import { sourceStamp } from './source-stamp.ts';

/** Waiting for other queries included. */
const LONGEST_MS = 30_000;

export interface SqlAnswered {
  readonly stamp: Stamp;
  /** The answer in the bytes of its format. */
  readonly bytes: Uint8Array;
}

/** @throws SQL_REFUSED, SQL_ERROR, SQL_LIMIT, and those of what is read */
export async function askSql(sql: SqlReader, question: SqlQuestion, left: AbortSignal): Promise<SqlAnswered> {
  const limit = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([left, limit]);
  try {
    const { stamp, facts: bytes } = await sql.ask(question, signal);
    return { stamp, bytes };
  } catch (error) {
    if (!limit.aborted || error !== limit.reason) throw error;
    throw new LaunchlensError('SQL_LIMIT', { reason: 'it takes too long' }, error);
  }
}

const engineAnswer = z.object({ meta: z.array(sqlColumn), data: z.array(z.array(z.unknown())) });

/** The body of a JSON answer. */
export function sqlAnswerOf({ stamp, bytes }: SqlAnswered): SqlAnswer {
  const { meta: columns, data } = engineAnswer.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  const rows = data.slice(0, MOST_ROWS.json);
  return {
    source: sourceStamp(stamp),
    columns,
    rows,
    row_count: rows.length,
    truncated: data.length > rows.length,
  };
}
