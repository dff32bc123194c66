import { getRouteApi, Link } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { useWalletControl } from '../../data/owner/control.ts';
import { type Credential, type CredentialDetail, useCredential } from '../../data/owner/credentials.ts';
import { MODES } from '../../model/guardrails/modes.ts';
import { Card, Skeleton } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { OwnersOnly } from '../../parts/owner-rows.tsx';
import { Page } from '../../parts/page.tsx';
import { ScopeList } from '../../parts/scope-list.tsx';
import { Events } from '../agents/audit-log/audit-log.tsx';
import { Decisions } from '../agents/audit-log/decisions.tsx';
import { CredentialRow } from '../agents/keys/credentials.tsx';
import { NewSecrets, type Secrets, useSecrets } from '../agents/keys/secrets.tsx';
import { LimitsLeft } from './limits-left.tsx';

const route = getRouteApi('/agents/$credentialId');

/** One token or key: what it may do, what is left of the limits, what it did, and an end to it. */
export function AgentPage() {
  const { credentialId } = route.useParams();
  const secrets = useSecrets();
  return (
    <Page title="Agent">
      <h1>Agent</h1>
      <NewSecrets shown={secrets.shown} drop={secrets.drop} />
      <OwnersOnly offers="What this agent may do, and what it did.">
        <Agent key={credentialId} id={credentialId} secrets={secrets} />
      </OwnersOnly>
    </Page>
  );
}

function Agent({ id, secrets }: { readonly id: string; readonly secrets: Secrets }) {
  const { data, error, refetch } = useCredential(id);
  if (data === undefined && error !== null) {
    return (
      <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()}>
        <Link to="/agents">View all tokens and keys</Link>
      </FailureNotice>
    );
  }
  if (data === undefined) return <Skeleton height="20rem" />;
  return (
    <>
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      <Head {...data} secrets={secrets} />
      <Allowed spent={data.spent_in_24_hours} />
      <Card title="Scopes" note="Checked on every call">
        <ScopeList scopes={data.credential.scopes} />
      </Card>
      <Decisions of={id} />
      <Events of={id} />
    </>
  );
}

type HeadProps = Pick<CredentialDetail, 'kind' | 'credential'> & { readonly secrets: Secrets };

function Head({ kind, credential, secrets: { add, drop } }: HeadProps) {
  const onEnded = ({ last4 }: Credential): void => drop(({ text }) => text.endsWith(last4));
  return (
    <Card title={credential.label} note={kind === 'key' ? 'API key' : 'Token of a paired agent'}>
      <ul className="credentials">
        <CredentialRow kind={kind} credential={credential} onSecret={add} onEnded={onEnded} />
      </ul>
      {credential.replaced_by !== null && (
        <Link to="/agents/$credentialId" params={{ credentialId: credential.replaced_by }}>
          View the credential that replaced it
        </Link>
      )}
    </Card>
  );
}

/** The owner's guardrails, which hold for all agents together. */
function Allowed({ spent }: { readonly spent: CredentialDetail['spent_in_24_hours'] }) {
  const { data, error, refetch } = useWalletControl();
  if (data === undefined && error !== null)
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="8rem" />;
  const { label, meaning } = MODES[data.permission_mode];
  return (
    <Card title="Mode and limits" note="Of your wallet, for all agents together">
      <Facts
        facts={[
          { name: 'Agents are', value: STATES[data.switch] },
          { name: 'Permission mode', value: `${label}: ${meaning}` },
        ]}
      />
      <LimitsLeft limits={data.limits} spent={spent} />
      <Link to="/guardrails">Change the guardrails</Link>
    </Card>
  );
}

const STATES = { on: 'running', paused: 'paused', killed: 'stopped' } as const;
