import type { IntentStep } from '../../../data/owner/intent-shapes.ts';
import { INTENT_WORDS } from '../../../model/intents.ts';
import { seconds } from '../../../model/times.ts';
import { Card } from '../../../parts/card.tsx';
import { Moment } from '../../../parts/moment.tsx';

const BY = { agent: 'by the agent', owner: 'by you', chain: 'by the chain', time: 'by time' } as const;

/** Every step, and who took it. */
export function Steps({ steps }: { readonly steps: readonly IntentStep[] }) {
  return (
    <Card title="What became of it">
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
