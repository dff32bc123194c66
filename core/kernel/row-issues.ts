import type { ZodError } from 'zod';

/** What is wrong with a row, by its columns and never their values, which may be secret. */
export function rowIssues({ issues }: ZodError): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'row'} (${issue.code})`)
    .join(', ');
}
