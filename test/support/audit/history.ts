import type { ChainAccount } from '../../../indexer/model/chain-read.ts';

interface Version {
  readonly slot: bigint;
  readonly account: ChainAccount | undefined;
}

/** Every version of some accounts, on a chain or in an index. */
export class AccountHistory {
  readonly #versions = new Map<string, Version[]>();

  get keys(): readonly string[] {
    return [...this.#versions.keys()];
  }

  /** From `slot` on the account is this, or does not exist. */
  put(slot: bigint, pubkey: string, account: Omit<ChainAccount, 'pubkey'> | undefined): void {
    const versions = this.#versions.get(pubkey) ?? [];
    const version = { slot, account: account && { ...account, pubkey } };
    const all = [...versions.filter((one) => one.slot !== slot), version];
    this.#versions.set(
      pubkey,
      all.sort((a, b) => Number(a.slot - b.slot)),
    );
  }

  at(pubkey: string, slot: bigint): ChainAccount | undefined {
    return this.#versions.get(pubkey)?.findLast((version) => version.slot <= slot)?.account;
  }

  allAt(slot: bigint): ChainAccount[] {
    return this.keys.flatMap((key) => this.at(key, slot) ?? []);
  }

  /** Every version up to a slot. */
  everUntil(slot: bigint): ChainAccount[] {
    return [...this.#versions.values()].flat().flatMap((version) => {
      return version.slot <= slot && version.account ? [version.account] : [];
    });
  }

  /** The slots from which the account is another one. */
  changesOf(pubkey: string): readonly bigint[] {
    return (this.#versions.get(pubkey) ?? []).map(({ slot }) => slot);
  }

  copy(): AccountHistory {
    const copy = new AccountHistory();
    for (const [key, versions] of this.#versions)
      for (const { slot, account } of versions) copy.put(slot, key, account);
    return copy;
  }

  /** Replaces every version of an account. */
  rewrite(pubkey: string, change: (account: ChainAccount) => ChainAccount | undefined): void {
    for (const { slot, account } of this.#versions.get(pubkey) ?? [])
      this.put(slot, pubkey, account && change(account));
  }
}
