import type { Intent, IntentStep } from '../../../data/owner/intent-shapes.ts';
import { seconds } from '../../../model/formats.ts';
import { INTENT_WORDS, wordsOf } from '../../../model/intents.ts';
import { KEY } from '../../../model/keys.ts';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { KeyText, Moment } from '../../../parts/values.tsx';

/** Exactly what was requested, and under which credential. */
export function Asked({ intent }: { readonly intent: Intent }) {
  const { action, summary, arguments: given, credential_id: credential, credential_label: label } = intent;
  return (
    <Card title={credential === null ? 'What you requested' : 'What the agent requested'}>
      <p className="reason">{summary}</p>
      <Facts
        look="pairs"
        facts={[
          { name: 'Tool', value: <code>{action}</code> },
          ...Object.entries(given).map(([name, value]) => ({
            name: wordsOf(name),
            value: <Value value={value} />,
          })),
          ...(credential === null
            ? []
            : [
                {
                  name: 'Credential',
                  value: (
                    <>
                      {label} <code title={credential}>{credential.slice(0, 8)}</code>
                    </>
                  ),
                },
              ]),
          {
            name: credential === null ? 'Made' : 'Proposed',
            value: <Moment time={seconds(intent.created_at)} />,
          },
          { name: 'Open until', value: <Moment time={seconds(intent.expires_at)} /> },
        ]}
      />
    </Card>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (typeof value === 'string' && KEY.test(value)) return <KeyText value={value} what="the key" />;
  if (typeof value === 'string' || typeof value === 'bigint') return value.toString();
  return (
    <code>{JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? part.toString() : part))}</code>
  );
}

const BY = { agent: 'by the agent', owner: 'by you', chain: 'by the chain', time: 'by time' } as const;

/** Every step, and who took it. */
export function Steps({ steps }: { readonly steps: readonly IntentStep[] }) {
  return (
    <Card title="History">
      <ol className="timeline">
        {steps.map(({ status, at, moved_by: by, reason }) => (
          <li key={status} data-tone={INTENT_WORDS[status].tone}>
            <div className="row row-between">
              <strong>{status === 'proposed' ? 'Proposed' : INTENT_WORDS[status].label}</strong>
              <span className="small quiet">
                {BY[by]}, <Moment time={seconds(at)} />
              </span>
            </div>
            {reason !== null && <p className="small quiet">{reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
