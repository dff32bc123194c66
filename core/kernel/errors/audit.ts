import { define } from './definition.ts';

export const auditErrors = {
  AUDIT_INDEX_EMPTY: define(
    () => 'Nothing has been indexed yet, so there is nothing to compare with the chain.',
    {
      exit: 2,
      retryable: true,
    },
  ),
};
