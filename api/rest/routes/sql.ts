import { sqlRequest } from '../../../schemas/rest/sql.ts';
import { defineRoute, type Route } from '../route.ts';
import { errorsAsEverywhere } from './errors.ts';

export const SQL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/sql/',
    operationId: 'querySql',
    tag: 'SQL',
    summary: 'Query with SQL',
    description:
      'Answers one SELECT in ClickHouse’s dialect, exact at one slot. It sees the relations that docs/sql.md lists, as they were at that slot, and nothing else: it cannot write, read files or the network, or change settings. `json` shows at most 10,000 rows and says so in `truncated`; the other formats are files of up to a million rows, whose slot is in `X-Last-Indexed-Slot`. Time, memory and size are bounded.',
    body: sqlRequest,
    bodyExample: {
      query: 'SELECT launch_id, status, total_pledged FROM launches ORDER BY launch_id',
      format: 'json',
    },
    answer: 'SqlAnswer',
    answerIs: 'The rows, in the format of the request.',
    errors: {
      400: {
        description:
          'A value is malformed, or as_of_slot is above the newest slot. Or the query is refused (`sql_refused`), faulty (`sql_error`), or past a bound (`sql_limit`).',
        detail: 'The query is faulty: Unknown expression identifier `totl`.',
      },
      ...errorsAsEverywhere(410, 429, 503),
    },
    handle: { sql: true },
  }),
];
