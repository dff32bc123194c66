import type { ReactNode } from 'react';
import type { ComparedLaunch } from '../../data/compare.ts';
import { grouped, span } from '../../model/formats.ts';
import { PHASES } from '../../model/launch.ts';
import { Amount, KeyText, Moment } from '../../parts/values.tsx';

export interface ComparedField {
  readonly name: string;
  readonly left: ReactNode;
  readonly right: ReactNode;
  readonly differs: boolean;
  /** Right less left, if that is a number. */
  readonly difference: ReactNode;
}

type Unit = 'pledge' | 'launch' | 'count' | 'time' | 'seconds' | 'key' | 'status';

/** Every field of the accounts, in the order of the launch page. */
const FIELDS = {
  status: ['Status', 'status'],
  totalPledged: ['Raised', 'pledge'],
  pledgerCount: ['Pledgers', 'count'],
  minRaise: ['Minimum', 'pledge'],
  maxRaise: ['Maximum', 'pledge'],
  maxPledgePerWallet: ['Per-wallet cap', 'pledge'],
  tokenAllocation: ['Token allocation', 'launch'],
  startTs: ['Opens', 'time'],
  endTs: ['Closes', 'time'],
  releaseStartTs: ['Release starts', 'time'],
  releaseCliffSeconds: ['Cliff', 'seconds'],
  releaseDurationSeconds: ['Duration', 'seconds'],
  escrowBalance: ['In escrow', 'pledge'],
  vaultBalance: ['In the vault', 'launch'],
  launchMint: ['Launch mint', 'key'],
  pledgeMint: ['Pledge mint', 'key'],
  authority: ['Authority', 'key'],
  updatedSlot: ['Last changed in slot', 'count'],
} as const satisfies Partial<Record<keyof ComparedLaunch, readonly [string, Unit]>>;

export function fieldsOf(left: ComparedLaunch, right: ComparedLaunch): ComparedField[] {
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((field) => {
    const [name, unit] = FIELDS[field];
    const [before, after] = [left[field], right[field]];
    return {
      name,
      left: shown(before, unit, left),
      right: shown(after, unit, right),
      differs: before !== after,
      difference: differenceOf({ before, after, unit, left, right }),
    };
  });
}

function decimalsOf(unit: Unit, launch: ComparedLaunch): number | null {
  return unit === 'launch' ? launch.launchMintDecimals : launch.pledgeMintDecimals;
}

function shown(value: string | bigint | null, unit: Unit, launch: ComparedLaunch): ReactNode {
  if (value === null) return 'no account';
  if (unit === 'status') return PHASES[launch.status].label;
  if (typeof value === 'string') return <KeyText value={value} what="the key" />;
  if (unit === 'time') return <Moment time={value} />;
  if (unit === 'seconds') return span(value);
  return unit === 'pledge' || unit === 'launch' ? (
    <Amount base={value} decimals={decimalsOf(unit, launch)} />
  ) : (
    grouped(value)
  );
}

interface Differing {
  readonly before: string | bigint | null;
  readonly after: string | bigint | null;
  readonly unit: Unit;
  readonly left: ComparedLaunch;
  readonly right: ComparedLaunch;
}

/** Amounts of different mints are not subtracted. */
function differenceOf({ before, after, unit, left, right }: Differing): ReactNode {
  if (typeof before !== 'bigint' || typeof after !== 'bigint' || unit === 'time') return undefined;
  const sign = after > before ? '+' : '';
  if (unit === 'seconds')
    return before === after
      ? undefined
      : `${sign || '-'}${span(after > before ? after - before : before - after)}`;
  if (unit !== 'pledge' && unit !== 'launch') return `${sign}${grouped(after - before)}`;
  const [mint, other] =
    unit === 'launch' ? [left.launchMint, right.launchMint] : [left.pledgeMint, right.pledgeMint];
  if (mint !== other) return undefined;
  return (
    <>
      {sign}
      <Amount base={after - before} decimals={decimalsOf(unit, right)} />
    </>
  );
}
