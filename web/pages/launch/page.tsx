import { getRouteApi } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { type LaunchAt, useLaunch, useLiveLaunch } from '../../data/launch.ts';
import { LAUNCH_ID } from '../../model/keys.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Outdated } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { MissingLaunch, OtherSlots } from './missing.tsx';
import { Sections } from './sections.tsx';
import { TimeTravel } from './time-travel.tsx';

const route = getRouteApi('/launches/$launchId');

/** One launch at one slot: live, or an earlier one. */
export function LaunchPage() {
  const { launchId } = route.useParams();
  const { slot } = route.useSearch();
  const at = { launchId, slot: slot === undefined ? undefined : Number(slot) };
  return (
    <Page title={`Launch ${launchId}`}>
      {LAUNCH_ID.test(launchId) ? <Launch key={launchId} at={at} /> : <MissingLaunch launchId={launchId} />}
    </Page>
  );
}

function Launch({ at }: { readonly at: LaunchAt }) {
  useLiveLaunch(at);
  const { data, error, refetch, isPlaceholderData } = useLaunch(at);
  if (error !== null && (data === undefined || isPlaceholderData || at.slot !== undefined)) {
    const failure = failureOf(error);
    return (
      <>
        <h1>Launch {at.launchId}</h1>
        <FailureNotice failure={failure} onRetry={() => void refetch()}>
          {at.slot !== undefined && <OtherSlots slot={BigInt(at.slot)} launchId={at.launchId} />}
        </FailureNotice>
        <TimeTravel at={at} launch={undefined} />
      </>
    );
  }
  if (data === undefined) return <Waiting launchId={at.launchId} />;
  if (data.launch === null) return <MissingLaunch {...at} newest={data.slot} />;
  return (
    <>
      {error !== null && <Outdated what="This page" slot={data.slot} />}
      {data.failed.map((failure) => (
        <FailureNotice key={failure.message} failure={failure} onRetry={() => void refetch()} />
      ))}
      <Sections at={at} launch={data.launch} refreshing={isPlaceholderData} />
    </>
  );
}

function Waiting({ launchId }: { readonly launchId: string }) {
  return (
    <>
      <h1>Launch {launchId}</h1>
      <p className="visually-hidden" role="status">
        Loading the launch
      </p>
      <Skeleton height="9rem" />
      <Skeleton height="6rem" />
      <div className="columns">
        <Skeleton height="20rem" />
        <Skeleton height="20rem" />
      </div>
    </>
  );
}
