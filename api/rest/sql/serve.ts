import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { sqlRequest } from '../../../schemas/rest/sql.ts';
import { asProcess } from '../../access/asking-network.ts';
import type { NetworkOf } from '../../access/client-network.ts';
import { sharedSlots, shareUsedOr } from '../../access/shared-slots.ts';
import { askSql, type SqlAnswered, sqlAnswerOf } from '../../actions/sql.ts';
import type { SqlQuestion, SqlReader } from '../../read/sql/ask.ts';
import type { SqlFormat } from '../../read/sql/formats.ts';
import { COMMON_HEADERS, JSON_TYPE } from '../headers.ts';
import { LIMITS } from '../limits.ts';
import type { ApiMetrics } from '../metrics.ts';
import { parseBody, parseParameters } from '../parse.ts';
import { type Route, urlOf } from '../route.ts';

const TYPES: Readonly<Record<SqlFormat, string>> = {
  json: JSON_TYPE,
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.file',
};

export interface SqlServices {
  readonly sql: SqlReader;
  readonly networkOf: NetworkOf;
  readonly metrics: ApiMetrics;
}

/** Answers SQL. A few queries run or wait at a time, shared among client networks. */
export function serveSql(app: FastifyInstance, route: Route, { sql, networkOf, metrics }: SqlServices): void {
  const url = urlOf(route);
  const take = sharedSlots({
    ...LIMITS.sql,
    ...{ limit: 'sql', metrics },
    refuse: shareUsedOr('SQL queries that run at the same time', () => new LaunchlensError('SQL_BUSY', {})),
  });
  app.post(url, {
    handler: async (request, reply) => {
      const asked = requestOf(route, request);
      const giveBack = take(networkOf(request.raw));
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      try {
        const answered = await asProcess(() => askSql(sql, asked, left.signal));
        metrics.request(url, 200);
        return reply.headers(headersOf(answered, asked.format)).send(bodyOf(answered, asked.format));
      } finally {
        giveBack();
      }
    },
  });
}

/** @throws PARAMETER_UNKNOWN, PARAMETER_MALFORMED, BODY_MALFORMED */
function requestOf(route: Route, { params, query, body }: FastifyRequest): SqlQuestion {
  parseParameters(route, params, query);
  const { as_of_slot: slot, ...question } = parseBody(sqlRequest, body);
  return { ...question, ...(slot !== undefined && { asOfSlot: BigInt(slot) }) };
}

function bodyOf(answered: SqlAnswered, format: SqlFormat): Buffer | string {
  return format === 'json' ? JSON.stringify(sqlAnswerOf(answered)) : Buffer.from(answered.bytes);
}

function headersOf({ stamp: { slot } }: SqlAnswered, format: SqlFormat): Record<string, string> {
  const headers = {
    ...COMMON_HEADERS,
    'cache-control': 'no-store',
    'content-type': TYPES[format],
    'x-last-indexed-slot': `${slot}`,
  };
  if (format === 'json') return headers;
  return { ...headers, 'content-disposition': `attachment; filename="query-slot-${slot}.${format}"` };
}
