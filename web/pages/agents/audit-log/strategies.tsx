import { Link } from '@tanstack/react-router';
import {
  type StrategyJournal,
  type StrategyStep,
  useStrategyJournals,
} from '../../../data/owner/strategies.ts';
import { calendar, seconds } from '../../../model/formats.ts';
import { Card, NumbersTable } from '../../../parts/card.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { Badge, Moment } from '../../../parts/values.tsx';

const STATUSES = {
  stored: 'Stored',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const;

/** What each strategy saw, proposed and got. */
export function Strategies() {
  return (
    <Card title="What your strategies did" note="They propose, and you sign">
      <Rows from={useStrategyJournals()} none="No agent has stored a strategy yet.">
        {(journals) => journals.map((journal) => <Journal key={journal.id} journal={journal} />)}
      </Rows>
    </Card>
  );
}

function Journal({ journal }: { readonly journal: StrategyJournal }) {
  const { name, kind, status, not_run_because, next_step_at, seen, steps } = journal;
  const last = seen && `Last checked on ${calendar(seconds(seen.at))}: ${seen.sentence}`;
  const next = next_step_at === null ? undefined : `Next on ${calendar(seconds(next_step_at))}.`;
  return (
    <section aria-label={`Strategy ${name}`}>
      <h3>
        {name} <code>{kind}</code>{' '}
        <Badge tone={status === 'active' ? 'good' : 'plain'}>{STATUSES[status]}</Badge>
      </h3>
      <p>{not_run_because ?? [last, next].filter(Boolean).join(' ')}</p>
      {steps.length > 0 && (
        <NumbersTable
          caption={`Steps of ${name}`}
          rows={steps}
          keyOf={({ step }) => String(step)}
          columns={[
            { name: 'When', cell: ({ at }) => <Moment time={seconds(at)} /> },
            { name: 'Price', minor: true, cell: ({ seen: found }) => found?.price ?? '–' },
            { name: 'Source', minor: true, cell: ({ seen: found }) => found?.source ?? '–' },
            {
              name: 'Seen',
              prose: true,
              minor: true,
              cell: ({ seen: found }) => found?.sentence ?? 'its scheduled time',
            },
            { name: 'Outcome', prose: true, cell: (step) => <Outcome step={step} /> },
          ]}
        />
      )}
    </section>
  );
}

function Outcome({
  step: { outcome, intent_id, intent_status, code, detail },
}: {
  readonly step: StrategyStep;
}) {
  if (outcome === 'refused' || intent_id === null)
    return (
      <span title={detail ?? undefined}>
        <Badge tone="bad">Refused</Badge> {code?.replaceAll('_', ' ')}
      </span>
    );
  return (
    <Link to="/intents/$intentId" params={{ intentId: intent_id }}>
      Intent {intent_status}
    </Link>
  );
}
