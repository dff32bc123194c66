import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureOf } from '../../../data/failure.ts';
import {
  type Credential,
  type CredentialKind,
  revoke,
  rotate,
  useCredentials,
} from '../../../data/owner/credentials.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { seconds } from '../../../model/formats.ts';
import { hasExecutionScope } from '../../../model/scopes.ts';
import { announce, Button, useClock, useDoing } from '../../../parts/actions.tsx';
import { Card } from '../../../parts/card.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { SignInAgain } from '../../../parts/sign-in-again.tsx';
import { Badge, Moment } from '../../../parts/values.tsx';
import { IssueKey } from './issue.tsx';
import type { Secret, Secrets } from './secrets.tsx';

export interface Ending {
  /** Called when a credential was rotated or revoked: its secret is no longer valid. */
  readonly onEnded: (credential: Credential) => void;
}

interface CredentialRowProps extends Ending {
  readonly kind: CredentialKind;
  readonly credential: Credential;
  readonly onSecret: (secret: Secret) => void;
}

/** A credential, with buttons to rotate and revoke it. */
export function CredentialRow({ kind, credential, ...on }: CredentialRowProps) {
  const [asks, setAsks] = useState<Change>();
  const now = useClock(30_000);
  const { label, scopes, prefix, last4, revoked_at: revoked } = credential;
  const state = stateOf(credential, now);
  return (
    <li className="credential" data-gone={revoked !== null}>
      <div className="row row-between">
        <span className="row">
          <strong>
            <Link to="/agents/$credentialId" params={{ credentialId: credential.id }}>
              {label}
            </Link>
          </strong>
          <code className="quiet">
            {prefix}…{last4}
          </code>
          <Badge tone={state === 'Active' ? 'good' : 'plain'}>{state}</Badge>
          {revoked === null && hasExecutionScope(scopes) && <Badge tone="warn">Can move value</Badge>}
        </span>
        {revoked === null && (
          <span className="row">
            {state !== 'Expired' && <Button onClick={() => setAsks('rotate')}>Rotate</Button>}
            <Button look="danger" onClick={() => setAsks('revoke')}>
              Revoke
            </Button>
          </span>
        )}
      </div>
      <Facts facts={factsOf(credential, now)} />
      {asks !== undefined && (
        <Asks change={asks} kind={kind} credential={credential} {...on} onClose={() => setAsks(undefined)} />
      )}
    </li>
  );
}

type Change = 'rotate' | 'revoke';

function Asks({
  change,
  kind,
  credential,
  onSecret,
  onEnded,
  onClose,
}: CredentialRowProps & { readonly change: Change; readonly onClose: () => void }) {
  const { id, label } = credential;
  const changed = useOwnerChanged();
  const doing = useDoing();
  const [signsInFirst, setSignsInFirst] = useState(false);
  const carryOut = async (): Promise<void> => {
    const text = change === 'rotate' ? await rotate(kind, id) : void (await revoke(kind, id));
    onEnded(credential);
    if (text !== undefined) onSecret({ what: kind, label, text });
    announce(change === 'rotate' ? `Rotated “${label}”.` : `Revoked “${label}”.`);
    onClose();
    await changed();
  };
  const confirm = (): void =>
    doing.run(async () => {
      try {
        await carryOut();
      } catch (error) {
        if (failureOf(error).kind !== 'sign_in_too_old') throw error;
        setSignsInFirst(true);
      }
    });
  if (signsInFirst) {
    return (
      <SignInAgain
        title={`Sign in again to rotate “${label}”`}
        action={`Sign in and rotate the ${kind}`}
        onSignedIn={carryOut}
        onClose={onClose}
      />
    );
  }
  const rotates = change === 'rotate';
  return (
    <ConfirmDialog
      title={rotates ? `Rotate “${label}”?` : `Revoke “${label}”?`}
      action={rotates ? `Rotate the ${kind}` : `Revoke the ${kind}`}
      doing={doing}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        {rotates
          ? `A new ${kind} with the same scopes takes its place. The old one is refused from the next call on: give the new one to your agent.`
          : 'Its next call is refused. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  );
}

function stateOf({ revoked_at, replaced_by, expires_at }: Credential, now: bigint): string {
  if (replaced_by !== null) return 'Rotated';
  if (revoked_at !== null) return 'Revoked';
  return seconds(expires_at) <= now ? 'Expired' : 'Active';
}

function factsOf(credential: Credential, now: bigint): Fact[] {
  const { scopes, created_at, expires_at, last_used_at, revoked_at } = credential;
  const moment = (time: number) => <Moment time={seconds(time)} now={now} />;
  const past = (time: number) => <Moment time={seconds(time)} now={now} past />;
  return [
    { name: 'Scopes', value: scopes.join(', ') },
    { name: 'Last used', value: last_used_at === null ? 'never' : past(last_used_at) },
    { name: 'Created', value: past(created_at) },
    revoked_at === null
      ? { name: 'Ends', value: moment(expires_at) }
      : { name: 'Ended', value: past(revoked_at) },
  ];
}

const WORDS = {
  token: {
    title: 'Tokens of paired agents',
    note: 'Created when you approved a pairing',
    none: 'No agent is paired with this wallet yet.',
  },
  key: { title: 'API keys', note: 'Issued by you', none: 'You have not issued a key yet.' },
} as const;

export interface CredentialsProps extends Ending {
  readonly kind: CredentialKind;
  readonly onSecret: (secret: Secret) => void;
}

/** Active ones first, then ended ones. */
function Credentials({ kind, ...on }: CredentialsProps) {
  const { title, note, none } = WORDS[kind];
  return (
    <Card title={title} note={note}>
      <Rows from={useCredentials(kind)} none={none}>
        {(rows) => (
          <ul className="credentials">
            {holdingFirst(rows).map((credential) => (
              <CredentialRow key={credential.id} kind={kind} credential={credential} {...on} />
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
