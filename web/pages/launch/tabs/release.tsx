import { useMemo, useRef } from 'react';
import type UPlot from 'uplot';
import { Chart } from '../../../charts/chart.tsx';
import { calendar, grouped, percent, relative, span } from '../../../model/formats.ts';
import { releaseCorners } from '../../../model/launch.ts';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/values.tsx';
import { useShown } from '../shown.ts';
import { releaseOptions } from './release-options.ts';

/** Beyond any browser's calendar: the chain allows any i64. */
const DRAWABLE = 8_000_000_000_000n;

/** How tokens unlock over time, and the current state. */
export function ReleaseTab() {
  const { launch, now } = useShown();
  const { releaseStartTs: startTs, releaseCliffSeconds: cliffSeconds } = launch;
  const durationSeconds = launch.releaseDurationSeconds;
  const corners = releaseCorners({ startTs, cliffSeconds, durationSeconds });
  const [start, , cliff, end] = corners as [Corner, Corner, Corner, Corner];
  const unlocked = launch.settlement?.release?.unlockedBps ?? null;
  const failed = launch.status === 'failed';
  const slot = launch.source.lastIndexedSlot;
  const drawable = start.time > -DRAWABLE && end.time < DRAWABLE;
  return (
    <Card
      title="Release schedule"
      note={unlocked === null ? undefined : `${percent(unlocked)} unlocked at slot ${grouped(slot)}`}
    >
      {failed && <p className="quiet">The launch failed, so nothing is released. These were its terms:</p>}
      {drawable && <Curve corners={corners} now={now} />}
      <Facts
        facts={[
          { name: 'Starts', value: <Moment time={start.time} /> },
          { name: 'Cliff', value: <Moment time={cliff.time} /> },
          {
            name: 'Fully unlocked',
            value: (
              <>
                <Moment time={end.time} />
                {now !== undefined && <span className="fact-note">{relative(end.time, now)}</span>}
              </>
            ),
          },
          { name: 'Unlocked at the cliff', value: percent(cliff.unlockedBps) },
          { name: 'Duration', value: span(end.time - start.time) },
        ]}
      />
    </Card>
  );
}

type Corner = ReturnType<typeof releaseCorners>[number];

interface CurveProps {
  readonly corners: readonly Corner[];
  readonly now: bigint | undefined;
}

function Curve({ corners, now }: CurveProps) {
  const held = useRef(now);
  held.current = now;
  const of = corners.map(({ time }) => time).join(' ');
  // A moment that moved on is new data to the chart, which it then draws anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: corners of the same times are the same.
  const drawn = useMemo(() => drawnCurve(corners), [of, now]);
  // The drawn curve begins and ends with a margin that is no corner.
  const textOf = (index: number) => {
    const corner = corners[Math.min(Math.max(index - 1, 0), corners.length - 1)];
    return corner && `${calendar(corner.time)}: ${percent(corner.unlockedBps)} unlocked`;
  };
  const label = `Nothing unlocks before the cliff, then it unlocks evenly until all is unlocked.`;
  return (
    <div className="chart-frame">
      <Chart
        options={(colours) => releaseOptions(colours, { now: () => held.current, textOf })}
        data={drawn}
        of={of}
        label={label}
        height={200}
      />
      <div className="legend">
        <span>unlocked</span>
        {now !== undefined && <span className="legend-now">now{placeOf(now, corners)}</span>}
      </div>
    </div>
  );
}

/** Where "now" is if it is outside the curve. */
function placeOf(now: bigint, corners: readonly Corner[]): string {
  const [start, end] = [corners[0]?.time ?? now, corners.at(-1)?.time ?? now];
  if (now < start) return ', before the start';
  return now > end ? ', past the end' : '';
}

/** With padding before the start and after the end, so that both corners are visible. */
function drawnCurve(corners: readonly Corner[]): UPlot.AlignedData {
  const times = corners.map(({ time }) => Number(time));
  const shares = corners.map(({ unlockedBps }) => Number(unlockedBps) / 100);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const margin = Math.max(1, (last - first) * 0.08);
  return [
    [first - margin, ...times, last + margin],
    [0, ...shares, 100],
  ];
}
