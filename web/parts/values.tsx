import type { ReactNode } from 'react';
import type { Phase } from '../../schemas/launch-statuses.ts';
import { ago, calendar, fractionPad, grouped, relative, shortUnits, tokenUnits } from '../model/formats.ts';
import { shortKey } from '../model/keys.ts';
import { PHASES, type Tone } from '../model/launch.ts';
import { CopyButton } from './copy-button.tsx';
import { OutsideIcon } from './icons.tsx';

interface MomentProps {
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

interface KeyTextProps {
  /** A key or a signature, in base58. */
  readonly value: string;
  /** What it is: "the wallet", "the escrow account". */
  readonly what: string;
  /** Of a public explorer. */
  readonly href?: string | undefined;
  readonly whole?: boolean;
}

/** A key, shortened, with a button that copies it in full. */
export function KeyText({ value, what, href, whole = false }: KeyTextProps) {
  return (
    <span className="key" data-whole={whole}>
      <span title={value}>{whole ? value : shortKey(value)}</span>
      <CopyButton text={value} what={what} />
      {href !== undefined && (
        <a
          className="copy"
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={`Open ${what} in the explorer (another site)`}
        >
          <OutsideIcon />
        </a>
      )}
    </span>
  );
}

/** A status as one word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

export function PhaseBadge({ phase }: { readonly phase: Phase }) {
  const { label, tone } = PHASES[phase];
  return <Badge tone={tone}>{label}</Badge>;
}

export interface AmountProps {
  /** Base units. */
  readonly base: bigint;
  /** The mint's decimals; base units are shown if they are null. */
  readonly decimals: number | null;
  /** Few characters, truncated; the exact amount is in the title. */
  readonly short?: boolean;
  /** Of the mint with the most decimals in a column of several mints, so that all points align. */
  readonly toDecimals?: number;
}

/** More characters than fit into a column of facts. */
const LONG = 15;

/** An amount in token units, exact; its base units are in the title. */
export function Amount({ base, decimals, short = false, toDecimals }: AmountProps) {
  const exact = `${grouped(base)} base units`;
  if (decimals === null) {
    return (
      <span className="amount" title={exact}>
        {grouped(base)} <span className="unit">base units</span>
      </span>
    );
  }
  const units = tokenUnits(base, decimals);
  const shown = short ? shortUnits(base, decimals) : units;
  return (
    <data
      className="amount"
      value={base.toString()}
      title={short ? `${units} (${exact})` : exact}
      data-long={shown.length > LONG}
      data-pad={short ? undefined : fractionPad(units, toDecimals ?? decimals)}
    >
      {shown}
    </data>
  );
}
