import { type Credential, type CredentialKind, useCredentials } from '../../../data/owner/credentials.ts';
import { Card } from '../../../parts/card.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { CredentialRow, type Ending } from './credential-row.tsx';
import { IssueKey } from './issue.tsx';
import type { Secret, Secrets } from './secrets.tsx';

const WORDS = {
  token: {
    title: 'Tokens of paired agents',
    note: 'Created when you approved a pairing',
    none: 'No agent was paired with this wallet yet.',
  },
  key: { title: 'API keys', note: 'Issued by you', none: 'You have issued no key yet.' },
} as const;

export interface CredentialsProps extends Ending {
  readonly kind: CredentialKind;
  readonly onSecret: (secret: Secret) => void;
}

/** Active ones first, then ended ones. */
export function Credentials({ kind, ...on }: CredentialsProps) {
  const { title, note, none } = WORDS[kind];
  return (
    <Card title={title} note={note}>
      <Rows from={useCredentials(kind)} none={none}>
        {(rows) => (
          <ul className="credentials">
            {holdingFirst(rows).map((credential) => (
              <CredentialRow key={credential.id} {...{ kind, credential }} {...on} />
            ))}
          </ul>
        )}
      </Rows>
    </Card>
  );
}

function holdingFirst(rows: readonly Credential[]): readonly Credential[] {
  const gone = ({ revoked_at }: Credential): boolean => revoked_at !== null;
  return [...rows.filter((row) => !gone(row)), ...rows.filter(gone)];
}

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
