import { pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { launchAddress } from '../../idl/pda.ts';
import type { ChainReadOptions } from '../model/chain-read.ts';
import { newestSlot } from './account-table.ts';
import { launchTerms } from './launch-keys.ts';
import type { ChainReading } from './reading.ts';
import { Samples } from './samples.ts';

/** The accounts that are read by their keys, and every read of them. */
export class OutsideAccounts {
  readonly keys: Set<string>;
  readonly samples = new Samples();
  readonly #reading: ChainReading;

  constructor(reading: ChainReading) {
    this.#reading = reading;
    this.keys = new Set(reading.followed);
  }

  /** Reads all of them. Returns the newest slot of the answers, at least the one that was asked for. */
  async read(options: ChainReadOptions & { readonly minContextSlot: bigint }): Promise<bigint> {
    const { chain } = this.#reading;
    const pages = this.keys.size === 0 ? [] : await chain.getMultipleAccounts([...this.keys], options);
    this.samples.add(pages);
    return newestSlot(pages, options.minContextSlot);
  }

  /** Adds a launch, which is read by its key, and the accounts that it names even if the index does not know it. */
  async nameLaunch(launchId: bigint): Promise<void> {
    const { chain, index, names, minContextSlot, signal } = this.#reading;
    const address = pubkeyFromBytes(launchAddress(pubkeyBytes(index.programId), launchId));
    this.keys.add(address);
    const { commitment } = index;
    const pages = await chain.getMultipleAccounts([address], { commitment, minContextSlot, signal });
    this.samples.add(pages);
    const terms = launchTerms(pages[0]?.value[0]?.account?.data ?? Buffer.alloc(0));
    if (terms) for (const key of names.of(terms)) this.keys.add(key);
  }

  /** Those that no live launch names, as raw bytes in latin1 strings. */
  without(named: ReadonlySet<string>): ReadonlySet<string> {
    const unnamed = [...this.keys].filter((key) => !named.has(key));
    return new Set(unnamed.map((key) => Buffer.from(pubkeyBytes(key)).toString('latin1')));
  }
}
