import { ago, calendar, relative } from '../model/times.ts';

export interface MomentProps {
  /** Unix seconds. */
  readonly time: bigint;
  /** The slot's time, Unix seconds; without it the calendar time is shown. */
  readonly now?: bigint | undefined;
  /** It is in the past, even if a clock is slightly behind. */
  readonly past?: boolean;
}

/** A time: relative to "now" with the exact one in the title, or the exact one. */
export function Moment({ time, now, past = false }: MomentProps) {
  const exact = calendar(time);
  const shown = now === undefined ? exact : (past ? ago : relative)(time, now);
  const machine = exact.endsWith(' UTC') ? exact.replace(' UTC', 'Z').replace(' ', 'T') : undefined;
  return (
    <time dateTime={machine} title={exact}>
      {shown}
    </time>
  );
}
