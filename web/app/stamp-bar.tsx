import { useEffect, useRef } from 'react';
import { type StampState, useStamp } from '../data/stamp.ts';
import { calendar, grouped, seconds } from '../model/formats.ts';
import { announce } from '../parts/actions.tsx';

const TONES = { unknown: 'plain', fresh: 'good', behind: 'warn', broken: 'bad' } as const;

/** Data freshness, always visible: amber if worth a look, red if they should not be relied on. */
export function StampBar() {
  const stamp = useStamp();
  useAnnouncement(stamp);
  return (
    <section
      className="stamp"
      data-level={stamp.level}
      data-tone={TONES[stamp.level]}
      aria-label="Data freshness"
    >
      <div className="stamp-row">
        <span className="stamp-level">{stamp.headline}</span>
        <StampFacts stamp={stamp} />
        {stamp.reasons.length > 0 && <p className="stamp-reasons">{stamp.reasons.join(' ')}</p>}
      </div>
    </section>
  );
}

function StampFacts({ stamp: { source, live } }: { readonly stamp: StampState }) {
  if (source === undefined) return null;
  const { lastIndexedSlot, lagSlots, verifiedSlot, commitment, cluster, slotTime } = source;
  const time = slotTime === null ? undefined : calendar(seconds(slotTime));
  return (
    <dl className="stamp-facts">
      <div title={time === undefined ? undefined : `Block time ${time}`}>
        <dt>slot</dt>
        <dd>{grouped(lastIndexedSlot)}</dd>
      </div>
      <div title="How many slots the index is behind the chain">
        <dt>lag</dt>
        <dd>{grouped(lagSlots)}</dd>
      </div>
      <div title="The newest slot at which the whole index was proven equal to the chain">
        <dt>verified at</dt>
        <dd>{verifiedSlot === null ? 'none yet' : grouped(verifiedSlot)}</dd>
      </div>
      <div>
        <dt className="visually-hidden">commitment and cluster</dt>
        <dd>
          {commitment} · {cluster}
        </dd>
      </div>
      <div className="stamp-wide">
        <dt className="visually-hidden">updates</dt>
        <dd className="quiet">{live ? 'live' : 'connecting…'}</dd>
      </div>
    </dl>
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
