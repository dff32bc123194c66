import type { LaunchFields, PledgeFields, TokenAccountFields } from '../../support/index-builder.ts';
import { keyOf } from '../../support/index-builder.ts';

interface Versioned {
  readonly slot: bigint;
  readonly closed?: boolean;
}

interface Held<Fields> {
  readonly account: string;
  readonly revision: bigint;
  readonly fields: Fields;
}

/** Everything a test wrote, read back by looking at every row: slow, and too simple to be wrong. */
export class NaiveIndex {
  readonly launches: Held<LaunchFields>[] = [];
  readonly pledges: Held<PledgeFields>[] = [];
  readonly tokenAccounts: Held<TokenAccountFields>[] = [];

  launchesAt(slot: bigint): LaunchFields[] {
    return openAt(this.launches, slot).sort((a, b) => {
      const [startA = 0n, startB = 0n] = [a.startTs, b.startTs];
      if (startA !== startB) return startA > startB ? -1 : 1;
      return a.launchId > b.launchId ? -1 : 1;
    });
  }

  pledgesAt(slot: bigint, launchId: bigint): PledgeFields[] {
    return openAt(this.pledges, slot)
      .filter((pledge) => pledge.launchId === launchId)
      .sort((a, b) => Buffer.compare(pledgerKey(a), pledgerKey(b)));
  }

  balanceAt(slot: bigint, launchId: bigint, role: 'escrow' | 'vault'): bigint | undefined {
    const [account] = openAt(this.tokenAccounts, slot).filter(
      (candidate) => candidate.launchId === launchId && candidate.role === role,
    );
    return account && (account.amount ?? 0n);
  }
}

export function pledgerKey({ pledger }: PledgeFields): Uint8Array {
  return typeof pledger === 'string' ? keyOf(pledger) : pledger;
}

function openAt<Fields extends Versioned>(held: readonly Held<Fields>[], slot: bigint): Fields[] {
  const newest = new Map<string, Held<Fields>>();
  for (const version of held) {
    if (version.fields.slot > slot) continue;
    const before = newest.get(version.account);
    const later =
      before === undefined ||
      version.fields.slot > before.fields.slot ||
      (version.fields.slot === before.fields.slot && version.revision > before.revision);
    if (later) newest.set(version.account, version);
  }
  return [...newest.values()].map(({ fields }) => fields).filter(({ closed }) => closed !== true);
}
