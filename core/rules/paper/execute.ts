import {
  type Fill,
  type Guardrail,
  type Holdings,
  holdingsAfter,
  isUnaffordable,
  type Position,
  positionOf,
} from './portfolio.ts';

/** What the guardrails check besides the fill. */
export interface Standing {
  readonly i: number;
  /** The bar of the last executed flip; undefined before the first. */
  readonly lastFlip: number | undefined;
  readonly cooldownBars: number;
  readonly holdings: Holdings;
}

export interface Execution {
  readonly executed: Position;
  readonly veto: Guardrail | null;
  /** Undefined if nothing was filled. */
  readonly fill: Fill | undefined;
  readonly holdings: Holdings;
}

/** Executes the fill, unless a guardrail forbids it; the position then stays the same. */
export function execute(fill: Fill | undefined, standing: Standing): Execution {
  const { holdings } = standing;
  const veto = fill ? vetoOf(fill, standing) : null;
  if (!fill || veto) return { executed: positionOf(holdings), veto, fill: undefined, holdings };
  const after = holdingsAfter(fill);
  return { executed: positionOf(after), veto: null, fill, holdings: after };
}

function vetoOf(fill: Fill, { i, lastFlip, cooldownBars }: Standing): Guardrail | null {
  if (lastFlip !== undefined && i - lastFlip < cooldownBars) return 'cooldown';
  return isUnaffordable(fill) ? 'insufficient_cash' : null;
}
