import { defineForClients as define, define as defineForOperator } from './definition.ts';

export const sqlErrors = {
  SQL_REFUSED: define(
    'The query is refused because {reason}. Send one SELECT that reads the documented tables.',
    {
      status: 400,
      remedy: 'Send one SELECT over the relations that docs/sql.md lists.',
    },
  ),
  SQL_ERROR: define('The query is faulty: {reason}.', {
    status: 400,
    remedy: 'Correct the query as the message says.',
  }),
  SQL_LIMIT: define('The query is past a bound: {reason}. Ask for less.', {
    status: 400,
    remedy: 'Ask for fewer rows, or for sums instead of rows.',
  }),
  SQL_API_UNREACHABLE: defineForOperator(
    'No Launchlens API answers at {api}. Start one with `launchlens up`, or name another with --api.',
    { exit: 2 },
  ),
  SQL_API_REFUSED: defineForOperator('{detail}'),
  SQL_FORMAT_FOR_FILES: defineForOperator('{format} is not text. Name a file with --out.', { exit: 2 }),
  SQL_BUSY: define('Too many queries are waiting. Try again shortly.', {
    status: 503,
    expected: true,
    retryable: true,
  }),
};
