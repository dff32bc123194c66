import { useEffect, useId, useRef } from 'react';
import { type StampState, useStamp } from '../data/stamp.ts';
import { calendar, formatCount, grouped, seconds } from '../model/formats.ts';
import { ageText, verifiedText } from '../model/stamp-text.ts';
import { announce } from '../parts/actions.tsx';
import { Facts } from '../parts/facts.tsx';

const TONES = { unknown: 'plain', fresh: 'good', behind: 'warn', broken: 'bad' } as const;

/** Data freshness, always visible: amber if worth a look, red if they should not be relied on. A click tells more. */
export function StampPill() {
  const id = useId();
  const stamp = useStamp();
  useAnnouncement(stamp);
  const { level, headline, source, silentMs } = stamp;
  return (
    <section className="stamp" data-level={level} data-tone={TONES[level]} aria-label="Data freshness">
      <button type="button" className="stamp-pill" popoverTarget={id}>
        <span className="stamp-level">{headline}</span>
        {source !== undefined && level !== 'unknown' && (
          <>
            <span className="stamp-age">{ageText(source.lagSlots, silentMs)}</span>
            <span className="stamp-verified">{verifiedText(source)}</span>
          </>
        )}
        <span className="visually-hidden">, details</span>
      </button>
      <div id={id} popover="auto" className="stamp-details stack">
        {stamp.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {source !== undefined && <Details source={source} />}
      </div>
    </section>
  );
}

function Details({ source }: { readonly source: NonNullable<StampState['source']> }) {
  const { lastIndexedSlot, lagSlots, verifiedSlot, commitment, cluster, slotTime } = source;
  return (
    <>
      <Facts
        look="pairs"
        facts={[
          { name: 'Slot', value: grouped(lastIndexedSlot) },
          { name: 'Block time', value: slotTime === null ? 'unknown' : calendar(seconds(slotTime)) },
          { name: 'Behind the chain', value: formatCount(lagSlots, 'slot') },
          { name: 'Verified at slot', value: verifiedSlot === null ? 'none yet' : grouped(verifiedSlot) },
          { name: 'Commitment', value: commitment },
          { name: 'Cluster', value: cluster },
        ]}
      />
      <p className="small quiet">
        Verified means that an audit found the whole index equal to the chain. Ages count 0.4 seconds per
        slot.
      </p>
    </>
  );
}

/** Announces a change of the level once; not every slot, and not that a page is loading. */
function useAnnouncement({ level, headline, reasons }: StampState): void {
  const before = useRef(level);
  useEffect(() => {
    if (level === 'unknown' || before.current === level) return;
    const wasKnown = before.current !== 'unknown';
    before.current = level;
    if (wasKnown || level === 'broken') announce([`${headline}.`, ...reasons].join(' '));
  }, [level, headline, reasons]);
}
