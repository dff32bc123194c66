import { getRouteApi, Link } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { type AtSlot, type LaunchSummary, timeOf } from '../../data/launch-shapes.ts';
import { type LaunchGate, useStatus } from '../../data/launches.ts';
import { calendar, grouped, seconds } from '../../model/formats.ts';
import type { Tone } from '../../model/launch.ts';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { LaunchHero } from '../../parts/launch-hero.tsx';
import { FailureNotice, Notice, Outdated } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Badge } from '../../parts/values.tsx';
import { LaunchList } from './launch-list.tsx';

interface CurrentLaunchProps {
  readonly launch: LaunchSummary;
  readonly answeredAt: AtSlot;
}

/** The current launch: the newest active one, else the newest pending one, else the newest settled one. */
function CurrentLaunch({ launch, answeredAt }: CurrentLaunchProps) {
  const id = launch.launchId.toString();
  return (
    <LaunchHero launch={launch} slot={answeredAt.lastIndexedSlot} now={timeOf(answeredAt)}>
      <div>
        <Link className="button button-main" to="/launches/$launchId" params={{ launchId: id }}>
          View launch {id}
        </Link>
      </div>
    </LaunchHero>
  );
}

function NoLaunch({ answeredAt }: Pick<CurrentLaunchProps, 'answeredAt'>) {
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
          { name: 'Set', minor: true, cell: ({ updatedAt }) => calendar(seconds(updatedAt)) },
          { name: 'Note', prose: true, minor: true, cell: ({ note }) => note },
        ]}
      />
    </Card>
  );
}

const route = getRouteApi('/');

/** The current launch, the launch gate, and all other launches. */
export function HomePage() {
  const search = route.useSearch();
  return (
    <Page title="Launches">
      <div className="stack">
        <h1>Launches</h1>
        <p className="quiet">All launches in this program, live from the chain.</p>
      </div>
      <Current />
      <LaunchList {...search} />
    </Page>
  );
}

function Current() {
  const { data, error, refetch } = useStatus();
  if (data === undefined && error !== null) {
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return (
      <Card title="Current launch">
        <Skeleton height="2rem" width="40%" />
        <Skeleton height="0.75rem" />
        <Skeleton height="4rem" />
      </Card>
    );
  }
  const { launch, source } = data;
  return (
    <>
      {error !== null && <Outdated slot={source.lastIndexedSlot} />}
      {launch === null ? (
        <NoLaunch answeredAt={source} />
      ) : (
        <CurrentLaunch launch={launch} answeredAt={source} />
      )}
      <Gate gate={data.launchGate} />
    </>
  );
}
