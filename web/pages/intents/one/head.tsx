import { ago, calendar, seconds, span } from '../../../model/formats.ts';
import { INTENT_WORDS, isOpen } from '../../../model/intents.ts';
import { useClock } from '../../../parts/actions.tsx';
import { IntentBadge, IntentTitle, type ReadableIntentProps } from '../title.tsx';

/** What is proposed, by whom, and its status. */
export function Head({ intent, decimals }: ReadableIntentProps) {
  const now = useClock();
  const { status, credential_label: agent, created_at } = intent;
  const made = seconds(created_at);
  return (
    <section className="card hero" aria-labelledby="intent" data-status={status}>
      <div className="card-head">
        <p className="quiet">
          {agent === null ? (
            'You made this'
          ) : (
            <>
              Your agent <strong className="agent-name">“{agent}”</strong> proposed this
            </>
          )}{' '}
          <time title={calendar(made)}>{ago(made, now)}</time>
        </p>
        <TimeLeft intent={intent} now={now} />
      </div>
      <div className="title-row">
        <h1 id="intent">
          <IntentTitle intent={intent} decimals={decimals} />
        </h1>
        <IntentBadge status={status} />
      </div>
      <p className="quiet">{INTENT_WORDS[status].meaning}</p>
    </section>
  );
}

function TimeLeft({ intent, now }: Pick<ReadableIntentProps, 'intent'> & { readonly now: bigint }) {
  if (!isOpen(intent.status)) return null;
  const ends = seconds(intent.expires_at);
  return (
    <strong className="time-left" title={`Until ${calendar(ends)}`} data-soon={ends - now < 3_600n}>
      {ends > now ? `You can decide for ${span(ends - now)}` : 'Expired'}
    </strong>
  );
}
