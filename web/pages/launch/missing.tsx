import { Link } from '@tanstack/react-router';
import { useCoverage } from '../../data/launch.ts';
import { useSource } from '../../data/stamp.ts';
import { grouped } from '../../model/numbers.ts';
import { nearestAnswerable } from '../../model/slots.ts';

export interface MissingLaunchProps {
  readonly launchId: string;
  readonly slot?: number | undefined;
  /** The slot of the answer without this launch. */
  readonly newest?: bigint | undefined;
}

/** The launch does not exist, at this slot or at all. */
export function MissingLaunch({ launchId, slot, newest }: MissingLaunchProps) {
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

export interface OtherSlotsProps {
  readonly launchId: string;
  /** The slot that cannot be answered for. */
  readonly slot: bigint;
}

/** The nearest slots that can be answered for, as links. */
export function OtherSlots({ launchId, slot }: OtherSlotsProps) {
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
          to="/launches/$launchId"
          params={{ launchId }}
          search={(before) => ({ ...before, slot: other.toString() })}
        >
          View slot {grouped(other)}
        </Link>
      ))}
      <Link
        className="button"
        to="/launches/$launchId"
        params={{ launchId }}
        search={(before) => ({ ...before, slot: undefined })}
      >
        View live
      </Link>
    </div>
  );
}
