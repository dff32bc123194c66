import { getRouteApi, Link, Outlet, useMatchRoute } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { failureOf } from '../../data/failure.ts';
import { type LaunchAt, useLaunch, useLiveLaunch } from '../../data/launch.ts';
import { useCoverage } from '../../data/launch-changes.ts';
import { timeOf } from '../../data/launch-shapes.ts';
import { useSource } from '../../data/stamp.ts';
import { grouped } from '../../model/formats.ts';
import { LAUNCH_ID } from '../../model/keys.ts';
import { nearestAnswerable } from '../../model/slots.ts';
import { Button } from '../../parts/actions.tsx';
import { Skeleton } from '../../parts/card.tsx';
import { FailureNotice, Outdated } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { type LaunchProps, Shown } from './shown.ts';
import { Summary } from './summary.tsx';
import { LAUNCH_TABS } from './tabs.tsx';
import { TimeTravel } from './time-travel.tsx';

interface MissingLaunchProps {
  readonly launchId: string;
  readonly slot?: number | undefined;
  /** The slot of the answer without this launch. */
  readonly newest?: bigint | undefined;
}

/** The launch does not exist, at this slot or at all. */
function MissingLaunch({ launchId, slot, newest }: MissingLaunchProps) {
  const at = slot ?? newest;
  return (
    <div className="whole-page">
      <h1>
        Launch {launchId} does not exist{at !== undefined && ` at slot ${grouped(at)}`}
      </h1>
      <p className="quiet">
        {slot === undefined
          ? 'No LaunchConfig account has this id. Check the number, or choose one of the launches.'
          : 'It was created later, or no LaunchConfig account ever had this id.'}
      </p>
      <div className="row">
        {slot !== undefined && (
          <Link className="button button-main" to="/launches/$launchId" params={{ launchId }}>
            View live
          </Link>
        )}
        <Link className="button" to="/">
          View all launches
        </Link>
      </div>
    </div>
  );
}

interface OtherSlotsProps {
  /** The slot that cannot be answered for. */
  readonly slot: bigint;
}

/** The nearest slots that can be answered for, as links. */
function OtherSlots({ slot }: OtherSlotsProps) {
  const coverage = useCoverage().data;
  const newest = useSource()?.lastIndexedSlot;
  const slots =
    coverage === undefined || newest === undefined ? [] : nearestAnswerable(slot, { ...coverage, newest });
  return (
    <div className="row">
      {slots.map((other) => (
        <Link
          key={other.toString()}
          className="button"
          to="."
          search={(before) => ({ ...before, slot: other.toString() })}
        >
          View slot {grouped(other)}
        </Link>
      ))}
      <Link className="button" to="." search={(before) => ({ ...before, slot: undefined })}>
        View live
      </Link>
    </div>
  );
}

const route = getRouteApi('/launches/$launchId');

/** One launch at one slot: live, or an earlier one. Its tabs are addresses below its own. */
export function LaunchPage() {
  const { launchId } = route.useParams();
  const { slot } = route.useSearch();
  const at = { launchId, slot: slot === undefined ? undefined : Number(slot) };
  return (
    <Page title={`Launch ${launchId}${useTabTitle()}`} slot={at.slot}>
      {LAUNCH_ID.test(launchId) ? <Launch key={launchId} at={at} /> : <MissingLaunch launchId={launchId} />}
    </Page>
  );
}

function useTabTitle(): string {
  const matches = useMatchRoute();
  const tab = LAUNCH_TABS.slice(1).find(({ to }) => matches({ to }) !== false);
  return tab === undefined ? '' : ` ${tab.label.toLowerCase()}`;
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
          {at.slot !== undefined && <OtherSlots slot={BigInt(at.slot)} />}
        </FailureNotice>
        <TimeTravel at={at} launch={undefined} />
      </>
    );
  }
  if (data === undefined) return <Waiting launchId={at.launchId} />;
  if (data.launch === null) return <MissingLaunch {...at} newest={data.slot} />;
  return (
    <>
      {error !== null && <Outdated slot={data.slot} />}
      {data.failed.map((failure) => (
        <FailureNotice key={failure.message} failure={failure} onRetry={() => void refetch()} />
      ))}
      <Found at={at} launch={data.launch} refreshing={isPlaceholderData} />
    </>
  );
}

/** The summary, the history controls once they were asked for, and the tab. Time is that of the launch's slot. */
function Found({ at, launch, refreshing }: LaunchProps & { readonly refreshing: boolean }) {
  const id = useId();
  const [travels, setTravels] = useState(false);
  if (at.slot !== undefined && !travels) setTravels(true);
  const shown = { at, launch, now: timeOf(launch.source) };
  return (
    <Shown value={shown}>
      <Summary
        {...shown}
        refreshing={refreshing}
        history={
          <Button
            look="plain"
            aria-expanded={travels}
            aria-controls={id}
            onClick={() => setTravels(!travels)}
          >
            History
          </Button>
        }
      />
      <div id={id} hidden={!travels}>
        {travels && <TimeTravel at={at} launch={launch} />}
      </div>
      <Outlet />
    </Shown>
  );
}

function Waiting({ launchId }: { readonly launchId: string }) {
  return (
    <>
      <h1>Launch {launchId}</h1>
      <p className="visually-hidden" role="status">
        Loading the launch
      </p>
      <Skeleton height="8rem" />
      <div className="columns">
        <Skeleton height="20rem" />
        <Skeleton height="20rem" />
      </div>
    </>
  );
}
