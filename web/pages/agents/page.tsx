import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OwnersOnly } from '../../parts/owner-rows.tsx';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { AGENT_PARTS, type AgentPart } from '../search.ts';
import { AuditLog } from './audit-log/audit-log.tsx';
import { Keys } from './keys/credentials.tsx';
import { NewSecrets, type Secrets, useSecrets } from './keys/secrets.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const route = getRouteApi('/agents');

interface Shown {
  readonly label: string;
  readonly shows: (secrets: Secrets) => ReactNode;
}

const SHOWN: Readonly<Record<AgentPart, Shown>> = {
  keys: { label: 'Tokens and keys', shows: ({ add, drop }) => <Keys add={add} drop={drop} /> },
  webhooks: { label: 'Webhooks', shows: () => <Webhooks /> },
  log: { label: 'Audit log', shows: () => <AuditLog /> },
};

/** The agents of a wallet's owner: their credentials, their webhooks and what they did. */
export function AgentsPage() {
  const { part = 'keys' } = route.useSearch();
  const secrets = useSecrets();
  return (
    <Page title="Agents">
      <div className="row row-between">
        <h1>Agents</h1>
        <Link className="button button-main" to="/pair">
          Pair an agent
        </Link>
      </div>
      <NewSecrets shown={secrets.shown} drop={secrets.drop} />
      <OwnersOnly offers="Your agents’ tokens and keys, what they did, and your webhooks.">
        <Tabs label="Parts of agents">
          {AGENT_PARTS.map((name) => (
            <Link
              key={name}
              to="/agents"
              search={name === 'keys' ? {} : { part: name }}
              activeOptions={{ exact: true, explicitUndefined: true }}
            >
              {SHOWN[name].label}
            </Link>
          ))}
        </Tabs>
        {SHOWN[part].shows(secrets)}
      </OwnersOnly>
    </Page>
  );
}
