import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { FullLaunch, LaunchAt } from '../../data/launch.ts';
import { useCoverage, useLaunchChanges } from '../../data/launch-changes.ts';
import { useSource } from '../../data/stamp.ts';
import { calendar, formatCount, grouped, seconds } from '../../model/formats.ts';
import { lifeOf, type SlotRange } from '../../model/slots.ts';
import { Button } from '../../parts/actions.tsx';
import { Skeleton } from '../../parts/card.tsx';
import { ExactSlot, SlotSlider, Steps, useChosenSlot } from './slot-controls.tsx';

export interface TimeTravelProps {
  readonly at: LaunchAt;
  /** Undefined if its state is unknown. */
  readonly launch: FullLaunch | undefined;
}

/** Shows the launch at any indexed slot. The slot is part of the address. */
export function TimeTravel({ at, launch }: TimeTravelProps) {
  const id = useId();
  const newest = useSource()?.lastIndexedSlot;
  const coverage = useCoverage().data;
  const changes = useLaunchChanges(at).data ?? undefined;
  const { chosen, choose, go } = useChosenSlot(at);
  const firstSlot = coverage?.firstSlot ?? undefined;
  if (coverage?.firstSlot === null) return null;
  if (newest === undefined || firstSlot === undefined) return <Skeleton height="8rem" />;
  const past = at.slot !== undefined;
  const life = lifeOf({ firstSlot, newest, changes, shown: chosen });
  return (
    <section className="travel" data-past={past} aria-labelledby={`${id}-title`}>
      <div className="card-head">
        <h2 id={`${id}-title`}>{past ? `Viewing history at slot ${grouped(at.slot ?? 0)}` : 'Live'}</h2>
        <span className="card-note">
          {past ? <PastTime launch={launch} at={at} /> : 'Choose any earlier slot'}
        </span>
      </div>
      <div className="travel-controls">
        <SlotSlider
          life={life}
          shown={chosen ?? life.toSlot}
          onSlot={(slot) => choose(!past && slot >= life.toSlot ? undefined : slot)}
        />
        <ExactSlot
          key={at.slot ?? 'now'}
          past={at.slot}
          shown={chosen ?? newest}
          onSlot={(slot) => go(slot, { replace: false })}
        />
        <div className="row">
          <Steps at={at} go={go} />
          <Button disabled={!past} onClick={() => go(undefined, { replace: false })}>
            Back to live
          </Button>
        </div>
      </div>
      <Link
        className="small"
        to="/compare"
        search={{
          a: at.launchId,
          aslot: (at.slot ?? firstSlot).toString(),
          b: at.launchId,
          bslot: undefined,
        }}
      >
        {past ? 'Compare this slot with now' : 'Compare two slots'}
      </Link>
      {coverage !== undefined && coverage.lost.length > 0 && <LostRanges lost={coverage.lost} />}
    </section>
  );
}

function PastTime({ launch, at }: TimeTravelProps) {
  const time = launch?.source.slotTime ?? null;
  if (time === null || launch?.source.lastIndexedSlot !== BigInt(at.slot ?? -1)) return null;
  return <>{calendar(seconds(time))}. The whole page shows that moment.</>;
}

function LostRanges({ lost }: { readonly lost: readonly SlotRange[] }) {
  return (
    <p className="small quiet">
      {formatCount(lost.length, 'gap')} in the index, which cannot answer for these slots:{' '}
      {lost
        .slice(0, 3)
        .map(({ fromSlot, toSlot }) => `${grouped(fromSlot)} to ${grouped(toSlot)}`)
        .join(', ')}
      {lost.length > 3 && ', …'}
    </p>
  );
}
