import type { Pubkey } from '../kernel/pubkey.ts';

/** A wallet and the label that agents may use for it. */
export interface Labelled {
  readonly address: Pubkey;
  readonly label: string;
}

/**
 * Labels whose wallet would change. A label that two wallets share means neither. Whoever has named a wallet by a
 * label keeps meaning that wallet, so only the owner may point a label that was ever used to another wallet. A
 * first use is not a change.
 */
export function labelsThatMeet(now: readonly Labelled[], next: readonly Labelled[]): readonly Labelled[] {
  return next.filter(({ label, address }) => meant(next, label) === address && meant(now, label) !== address);
}

/** Whether one of these labels belonged to another wallet in an earlier registration. */
export function labelsRepoint(labels: readonly Labelled[], before: readonly Labelled[]): boolean {
  return labels.some(({ label, address }) =>
    before.some((earlier) => earlier.label === label && earlier.address !== address),
  );
}

function meant(set: readonly Labelled[], label: string): Pubkey | undefined {
  const called = set.filter((each) => each.label === label);
  return called.length === 1 ? called[0]?.address : undefined;
}
