import { getRouteApi } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { useStatus } from '../../data/launches.ts';
import { Card } from '../../parts/card.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Outdated } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { CurrentLaunch, Gate, NoLaunch } from './current-launch.tsx';
import { LaunchList } from './launch-list.tsx';

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
      {error !== null && <Outdated what="The current launch" slot={source.lastIndexedSlot} />}
      {launch === null ? (
        <NoLaunch answeredAt={source} />
      ) : (
        <CurrentLaunch launch={launch} answeredAt={source} />
      )}
      <Gate gate={data.launchGate} />
    </>
  );
}
