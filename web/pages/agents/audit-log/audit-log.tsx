import { useControlChanges, useCredentialEvents } from '../../../data/owner/audit-logs.ts';
import { seconds } from '../../../model/formats.ts';
import { Card, NumbersTable } from '../../../parts/card.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { Badge, Moment } from '../../../parts/values.tsx';
import { Alerts } from './alerts.tsx';
import { Decisions } from './decisions.tsx';
import { Strategies } from './strategies.tsx';

const when = { name: 'When', cell: ({ at }: { readonly at: number }) => <Moment time={seconds(at)} /> };

/** What strategies did, positions that are watched, and audit logs: calls of agents, credential events and changes of settings. */
export function AuditLog() {
  return (
    <>
      <Strategies />
      <Alerts />
      <Decisions />
      <Events />
      <Changes />
    </>
  );
}

export function Events({ of }: { readonly of?: string }) {
  return (
    <Card title="Tokens and keys" note="Issued, rotated, revoked, and refused after that">
      <Rows from={useCredentialEvents(of)} none="No token or key has been issued yet.">
        {(rows) => (
          <NumbersTable
            caption="Events of tokens and keys"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              when,
              {
                name: 'What',
                cell: ({ kind }) => <Badge tone={kind === 'refused' ? 'bad' : 'plain'}>{EVENTS[kind]}</Badge>,
              },
              { name: 'Credential', minor: true, cell: ({ credential_id }) => <Short id={credential_id} /> },
              { name: 'Where', minor: true, cell: ({ surface }) => <code>{surface}</code> },
              { name: 'Why', minor: true, cell: ({ reason: why }) => why },
            ]}
          />
        )}
      </Rows>
    </Card>
  );
}

function Changes() {
  return (
    <Card title="Guardrails" note="Every change to your guardrails">
      <Rows from={useControlChanges()} none="No guardrail has changed yet.">
        {(rows) => (
          <NumbersTable
            caption="Changes of guardrails"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              when,
              { name: 'What', cell: ({ kind }) => kind.replaceAll('_', ' ') },
              {
                name: 'By',
                cell: ({ kind, credential_id, request_id }) => {
                  if (kind === 'agent_wallet_withdrew') return 'the wallet itself';
                  if (credential_id !== null) return <Short id={credential_id} />;
                  return request_id === null ? 'you' : 'you, signed';
                },
              },
            ]}
          />
        )}
      </Rows>
    </Card>
  );
}

const EVENTS = { issued: 'Issued', rotated: 'Rotated', revoked: 'Revoked', refused: 'Refused use' } as const;

function Short({ id }: { readonly id: string }) {
  return <code title={id}>{id.slice(0, 8)}</code>;
}
