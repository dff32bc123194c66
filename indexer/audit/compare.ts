import { createHash } from 'node:crypto';
import type { OlapLane } from '../../core/olap/port.ts';
import { type AccountDigest, type StatesQuestion, streamDigests } from '../model/account-states.ts';
import { byAddress, heldState } from '../model/held-state.ts';
import type { Bound } from './checkpoints.ts';
import type { ChainState } from './reading.ts';

export interface CompareOptions {
  readonly lane: OlapLane;
  /** The index as of the chain's slot: `slot` is the chain's, `revision` the newest that covers it. */
  readonly bound: Bound;
  readonly of?: StatesQuestion['of'];
  readonly launchId: bigint | undefined;
  readonly signal: AbortSignal;
}

/** Further differences are only counted: with this many, something far greater is wrong. */
const MOST_SUSPECTS = 1_000;

/** The result of comparing whole states. */
export type Comparison = Awaited<ReturnType<typeof compareStates>>;

/** Compares digests, with bounded memory besides the chain's table. Doubted accounts differ whatever their digests. */
export async function compareStates(chain: ChainState, options: CompareOptions) {
  const { lane, bound, of, launchId, signal } = options;
  const { accounts, unnamed } = chain;
  const counts = (address: Buffer): boolean => !unnamed.has(address.toString('latin1'));
  const tally = new Tally(chain);
  const hash = createHash('sha256');
  for await (const states of byAddress(streamDigests(lane, { ...bound, of, launchId, signal }))) {
    const held = heldState(states);
    if (!held || (launchId !== undefined && isElsewhere(held, chain))) continue;
    tally.held(held);
    if (counts(held.address)) hash.update(held.address).update(held.digest);
  }
  const { suspects, suspected, accounts: compared } = tally.end();
  return {
    /** Accounts that exist on either side. */
    accounts: compared,
    /** SHA-256 over the index's accounts, computed like the chain's (see `AccountTable.digestOfAll`). */
    indexDigest: hash.digest(),
    chainDigest: accounts.digestOfAll(counts),
    /** Addresses whose bytes differ, up to a limit. */
    suspects,
    /** How many there are in total. */
    suspected,
  };
}

/** A query for one launch also returns mints and quarantined accounts of others. */
function isElsewhere({ kind, address }: AccountDigest, { accounts, unnamed }: ChainState): boolean {
  if (kind !== 'mint' && kind !== 'quarantine') return false;
  return accounts.find(address) < 0 && !unnamed.has(address.toString('latin1'));
}

class Tally {
  readonly #chain: ChainState;
  readonly #seen: Uint8Array;
  readonly #suspects: Buffer[] = [];
  #suspected = 0;
  #indexOnly = 0;

  constructor(chain: ChainState) {
    this.#chain = chain;
    this.#seen = new Uint8Array(chain.accounts.bound);
    for (const address of chain.doubted) this.#suspect(Buffer.from(address, 'latin1'));
  }

  held({ address, digest }: AccountDigest): void {
    const { accounts } = this.#chain;
    const entry = accounts.find(address);
    if (entry >= 0) this.#seen[entry] = 1;
    else this.#indexOnly += 1;
    if (entry < 0 || !accounts.digest(entry).equals(digest)) this.#differs(address);
  }

  end(): { suspects: readonly Buffer[]; suspected: number; accounts: number } {
    const { accounts } = this.#chain;
    for (let entry = 0; entry < accounts.bound; entry += 1) {
      if (this.#seen[entry] === 0 && accounts.has(entry)) this.#differs(accounts.address(entry));
    }
    return {
      suspects: this.#suspects,
      suspected: this.#suspected,
      accounts: accounts.size + this.#indexOnly,
    };
  }

  #differs(address: Buffer): void {
    if (!this.#chain.doubted.has(address.toString('latin1'))) this.#suspect(address);
  }

  #suspect(address: Buffer): void {
    this.#suspected += 1;
    if (this.#suspects.length < MOST_SUSPECTS) this.#suspects.push(Buffer.from(address));
  }
}
