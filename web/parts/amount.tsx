import { grouped, shortUnits, tokenUnits } from '../model/numbers.ts';

export interface AmountProps {
  /** Base units. */
  readonly base: bigint;
  /** The mint's decimals; base units are shown if they are null. */
  readonly decimals: number | null;
  /** Few characters, truncated; the exact amount is in the title. */
  readonly short?: boolean;
}

/** An amount in token units, exact; its base units are in the title. */
export function Amount({ base, decimals, short = false }: AmountProps) {
  const exact = `${grouped(base)} base units`;
  if (decimals === null) {
    return (
      <span className="amount" title={exact}>
        {grouped(base)} <span className="unit">base units</span>
      </span>
    );
  }
  const units = tokenUnits(base, decimals);
  return (
    <data className="amount" value={base.toString()} title={short ? `${units} (${exact})` : exact}>
      {short ? shortUnits(base, decimals) : units}
    </data>
  );
}
