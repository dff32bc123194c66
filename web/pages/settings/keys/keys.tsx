import type { Credential } from '../../../data/owner/credentials.ts';
import { Credentials } from './credentials.tsx';
import { IssueKey } from './issue.tsx';
import type { Secrets } from './secrets.tsx';

/** Tokens that were paired and keys that were issued: what of an owner's agents is good for what. */
export function Keys({ add, drop }: Pick<Secrets, 'add' | 'drop'>) {
  const of = {
    onSecret: add,
    // What does not hold any more is of no use to anybody.
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
