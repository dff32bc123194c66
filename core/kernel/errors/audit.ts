import { define } from './definition.ts';

export const auditErrors = {
  AUDIT_INDEX_EMPTY: define(
    () =>
      'Nothing has been indexed yet, so there is nothing to compare with the chain. Run `launchlens index` first.',
    {
      exit: 2,
      retryable: true,
    },
  ),
  AUDIT_REPAIRS_ELSEWHERE: define(
    () =>
      '--repair does not work with a ClickHouse server: the indexer repairs the index in its own audits. Run without --repair.',
    { exit: 2 },
  ),
};
