import type { Pubkey } from '../kernel/pubkey.ts';

/** A wallet under the label by which agents may name it. */
export interface Labelled {
  readonly address: Pubkey;
  readonly label: string;
}

/**
 * Labels that would mean a wallet they do not mean now. A label that two wallets share means neither of them.
 * Whoever has named a wallet by a label goes on meaning that wallet: so a label that ever stood for another one is
 * pointed elsewhere by its owner alone. Its first use is no such change.
 */
export function labelsThatMeet(now: readonly Labelled[], next: readonly Labelled[]): readonly Labelled[] {
  return next.filter(({ label, address }) => meant(next, label) === address && meant(now, label) !== address);
}

/** Whether one of these labels stood for another wallet in what was registered before. */
export function labelsRepoint(labels: readonly Labelled[], before: readonly Labelled[]): boolean {
  return labels.some(({ label, address }) =>
    before.some((earlier) => earlier.label === label && earlier.address !== address),
  );
}

function meant(set: readonly Labelled[], label: string): Pubkey | undefined {
  const called = set.filter((each) => each.label === label);
  return called.length === 1 ? called[0]?.address : undefined;
}
