import { Link } from '@tanstack/react-router';
import { useCoverage } from '../../data/launch.ts';
import { useSource } from '../../data/stamp.ts';
import { grouped } from '../../model/numbers.ts';
import { nearestAnswerable } from '../../model/slots.ts';

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
          See slot {grouped(other)}
        </Link>
      ))}
      <Link
        className="button"
        to="/launches/$launchId"
        params={{ launchId }}
        search={(before) => ({ ...before, slot: undefined })}
      >
        See it as it is now
      </Link>
    </div>
  );
}
