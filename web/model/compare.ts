import type { ActivityKind } from '../../schemas/activity-kinds.ts';

/** What happened to the pledges of one launch between two slots, for one wallet. */
export interface WalletDifference {
  readonly wallet: string;
  /** Pledge-mint base units: pledged less withdrawn. */
  readonly pledged: bigint;
  readonly refunded: bigint;
  /** Launch-mint base units. */
  readonly claimed: bigint;
}

interface Happened {
  readonly kind: ActivityKind;
  readonly wallet: string;
  readonly amount: bigint;
}

/** Sums by wallet, the largest change of a pledge first; a wallet whose changes cancel out is absent. */
export function differencesByWallet(rows: readonly Happened[]): WalletDifference[] {
  const found = new Map<string, WalletDifference>();
  for (const { kind, wallet, amount } of rows) {
    const before = found.get(wallet) ?? { wallet, pledged: 0n, refunded: 0n, claimed: 0n };
    found.set(wallet, {
      wallet,
      pledged: before.pledged + (kind === 'pledge' ? amount : kind === 'withdrawal' ? -amount : 0n),
      refunded: before.refunded + (kind === 'refund' ? amount : 0n),
      claimed: before.claimed + (kind === 'claim' ? amount : 0n),
    });
  }
  return [...found.values()]
    .filter(isAny)
    .sort((a, b) => (size(a) === size(b) ? 0 : size(a) > size(b) ? -1 : 1));
}

const isAny = ({ pledged, refunded, claimed }: WalletDifference): boolean =>
  pledged !== 0n || refunded !== 0n || claimed !== 0n;

const size = ({ pledged, refunded, claimed }: WalletDifference): bigint =>
  (pledged < 0n ? -pledged : pledged) + refunded + claimed;
