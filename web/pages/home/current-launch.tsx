import { Link } from '@tanstack/react-router';
import type { LaunchSummary } from '../../data/launch-shapes.ts';
import type { LaunchGate } from '../../data/launches.ts';
import { type AtSlot, timeOf } from '../../data/source.ts';
import { grouped } from '../../model/numbers.ts';
import { calendar, seconds } from '../../model/times.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { LaunchHero } from '../../parts/launch-hero.tsx';
import { Notice } from '../../parts/notice.tsx';
import { NumbersTable } from '../../parts/numbers-table.tsx';

export interface CurrentLaunchProps {
  readonly launch: LaunchSummary;
  readonly answeredAt: AtSlot;
}

/** The current launch: the newest active one, else the newest pending one, else the newest settled one. */
export function CurrentLaunch({ launch, answeredAt }: CurrentLaunchProps) {
  const id = launch.launchId.toString();
  return (
    <LaunchHero level="h2" launch={launch} slot={answeredAt.lastIndexedSlot} now={timeOf(answeredAt)}>
      <div>
        <Link className="button button-main" to="/launches/$launchId" params={{ launchId: id }}>
          View launch {id}
        </Link>
      </div>
    </LaunchHero>
  );
}

export function NoLaunch({ answeredAt }: Pick<CurrentLaunchProps, 'answeredAt'>) {
  return (
    <Notice tone="info" title="No launch exists yet">
      <p>
        The escrow program has no launch at slot {grouped(answeredAt.lastIndexedSlot)}. A new launch appears
        here without reloading.
      </p>
    </Notice>
  );
}

const TONES: Readonly<Record<LaunchGate['legs'][number]['status'], Tone>> = {
  pending: 'warn',
  passed: 'good',
  failed: 'bad',
};

/** What must be decided off chain before a launch. Hidden if the gate has never been used. */
export function Gate({ gate: { open, pending, legs } }: { readonly gate: LaunchGate }) {
  if (legs.length === 0) return null;
  const waiting = pending.length > 0 ? `Waiting for ${pending.join(', ')}` : 'Not open';
  return (
    <Card title="Launch gate" note={open ? 'Open: every leg has passed' : waiting}>
      <NumbersTable
        caption="Legs of the launch gate"
        rows={legs}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Leg', prose: true, cell: ({ name }) => name },
          { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
          { name: 'Set', cell: ({ updatedAt }) => calendar(seconds(updatedAt)) },
          { name: 'Note', prose: true, cell: ({ note }) => note },
        ]}
      />
    </Card>
  );
}
