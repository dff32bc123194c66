import type { Credential } from '../../../data/owner/credentials.ts';
import { Credentials } from './credentials.tsx';
import { IssueKey } from './issue.tsx';
import type { Secrets } from './secrets.tsx';

/** Paired tokens and issued keys, and what each covers. */
export function Keys({ add, drop }: Pick<Secrets, 'add' | 'drop'>) {
  const of = {
    onSecret: add,
    // An invalid secret is of no use to anyone.
    onEnded: ({ last4 }: Credential) => drop(({ text }) => text.endsWith(last4)),
  };
  return (
    <>
      <Credentials kind="token" {...of} />
      <Credentials kind="key" {...of} />
      <IssueKey onSecret={add} />
    </>
  );
}
