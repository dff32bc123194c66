import { define } from './definition.ts';

export const auditErrors = {
  AUDIT_INDEX_EMPTY: define(
    () => 'Nothing has been indexed yet, so there is nothing to compare with the chain.',
    {
      exit: 2,
      retryable: true,
    },
  ),
  AUDIT_REPAIRS_ELSEWHERE: define(
    () =>
      'An index on a ClickHouse server is repaired by the process that writes it, in its own audits: run without --repair.',
    { exit: 2 },
  ),
};
