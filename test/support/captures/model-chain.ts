import { createHash } from 'node:crypto';
import { escrowTokenAddress, launchAddress, launchVaultAddress, pledgeAddress } from '../../../idl/pda.ts';
import type { BlockMeta } from '../../../indexer/model/source.ts';
import type { AccountState, AccountStates } from '../index-check/index-state.ts';
import {
  LAUNCH_MINT,
  launchConfigBytes,
  mintBytes,
  PLEDGE_MINT,
  PROGRAM,
  pledgeBytes,
  TOKEN_PROGRAM,
  testKey,
  tokenAccountBytes,
} from '../verifier/launch-bytes.ts';
import { below, seededRandom } from './random.ts';

const program = PROGRAM.toBytes();
const LAUNCHES = [1n, 2n];
const WALLETS = 4;

/** An account of the model, and the bytes that it holds in each of its few variants. */
interface ModelAccount {
  readonly kind: string;
  readonly address: Uint8Array;
  readonly owner: Uint8Array;
  readonly bytes: (variant: number) => Buffer;
  /** A LaunchConfig stays, so that everybody follows the same accounts. */
  readonly mortal: boolean;
}

export interface ModelWrite {
  readonly account: ModelAccount;
  readonly slot: bigint;
  readonly writeVersion: bigint;
  /** Absent where the account ceased to exist. */
  readonly variant: number | undefined;
}

export interface ModelOptions {
  readonly seed: number;
  readonly slots: number;
  /** Writes in a slot, at most. */
  readonly writes?: number;
  /** Blocks of another fork have other hashes. */
  readonly fork?: string;
}

/**
 * A chain of two launches at which chance alone writes: few accounts and few variants of each, so that accounts come
 * back to where they were, cease to exist and come again within a few slots. Some slots are skipped.
 */
export class ModelChain {
  readonly metas: readonly BlockMeta[];
  readonly #accounts = modelAccounts();
  readonly #writes = new Map<bigint, ModelWrite[]>();

  constructor({ seed, slots, writes = 4, fork = '' }: ModelOptions) {
    const random = seededRandom(seed);
    const metas: BlockMeta[] = [];
    let version = 0n;
    let parent = 0n;
    for (let number = 1; number <= slots; number += 1) {
      if (number > 1 && random() < 0.1) continue;
      const slot = BigInt(number);
      const chosen = number === 1 ? this.#accounts : this.#choose(random, writes);
      this.#writes.set(
        slot,
        chosen.map((account) => {
          version += 1n;
          const closes = number > 1 && account.mortal && random() < 0.3;
          return { account, slot, writeVersion: version, variant: closes ? undefined : below(random, 2) };
        }),
      );
      metas.push(metaOf(slot, parent, fork));
      parent = slot;
    }
    this.metas = metas;
  }

  get last(): bigint {
    return this.metas.at(-1)?.slot ?? 0n;
  }

  /** What was written in a slot, in order. */
  writesOf(slot: bigint): readonly ModelWrite[] {
    return this.#writes.get(slot) ?? [];
  }

  /** The last write of every account that exists after `slot`. */
  newestAt(slot: bigint): ModelWrite[] {
    const newest = new Map<ModelAccount, ModelWrite>();
    for (const { slot: at } of this.metas) {
      if (at > slot) break;
      for (const write of this.writesOf(at)) newest.set(write.account, write);
    }
    return [...newest.values()].filter(({ variant }) => variant !== undefined);
  }

  /** Every account that exists after `slot`, as the tests' view of an index has it. */
  stateAt(slot: bigint): AccountStates {
    const states = new Map<string, AccountState>();
    for (const { account, variant } of this.newestAt(slot)) {
      const address = Buffer.from(account.address).toString('hex');
      const data = account.bytes(variant ?? 0).toString('hex');
      states.set(address, { kind: account.kind, lamports: lamportsOf(variant), data });
    }
    return states;
  }

  /** The blocks from `from` to `to`. */
  blocks(from: bigint, to: bigint): BlockMeta[] {
    return this.metas.filter(({ slot }) => slot >= from && slot <= to);
  }

  #choose(random: () => number, most: number): ModelAccount[] {
    const chosen = new Set<ModelAccount>();
    for (let count = below(random, most + 1); count > 0; count -= 1) {
      const account = this.#accounts[below(random, this.#accounts.length)];
      if (account) chosen.add(account);
    }
    return [...chosen];
  }
}

export function lamportsOf(variant: number | undefined): bigint {
  return variant === undefined ? 0n : 1_000n + BigInt(variant);
}

function metaOf(slot: bigint, parentSlot: bigint, fork: string): BlockMeta {
  const blockhash = createHash('sha256').update(`block ${slot}${fork}`).digest('hex').slice(0, 44);
  return { slot, parentSlot, blockhash, blockTime: 1_790_000_000n + slot, blockHeight: slot };
}

function modelAccounts(): ModelAccount[] {
  const mints = [LAUNCH_MINT, PLEDGE_MINT].map((mint) => ({
    kind: 'mint',
    address: mint.toBytes(),
    owner: TOKEN_PROGRAM.toBytes(),
    bytes: (variant: number) => mintBytes(6 + variant),
    mortal: true,
  }));
  return [...LAUNCHES.flatMap(launchAccounts), ...mints];
}

function launchAccounts(launchId: bigint): ModelAccount[] {
  const tokens = [
    { kind: 'escrow', address: escrowTokenAddress(program, launchId), mint: PLEDGE_MINT },
    { kind: 'vault', address: launchVaultAddress(program, launchId), mint: LAUNCH_MINT },
  ];
  return [
    {
      kind: 'launch',
      address: launchAddress(program, launchId),
      owner: program,
      bytes: (variant: number) => launchBytes(launchId, variant),
      mortal: false,
    },
    ...tokens.map(({ kind, address, mint }) => ({
      kind,
      address,
      owner: TOKEN_PROGRAM.toBytes(),
      bytes: (variant: number) => tokenAccountBytes(mint, PROGRAM, BigInt(variant)),
      mortal: true,
    })),
    ...Array.from({ length: WALLETS }, (_, wallet) => {
      const pledger = testKey(`wallet ${wallet}`);
      return {
        kind: 'pledge',
        address: pledgeAddress(program, launchId, pledger.toBytes()),
        owner: program,
        bytes: (variant: number) => pledgeBytes(launchId, { pledger, amount: 100n + BigInt(variant) }),
        mortal: true,
      };
    }),
  ];
}

function launchBytes(launchId: bigint, variant: number): Buffer {
  return launchConfigBytes({
    launchId,
    status: 1,
    minRaise: 1n,
    maxRaise: 1_000n,
    tokenAllocation: 5_000n,
    totalPledged: BigInt(variant),
    pledgerCount: variant,
    startTs: 0n,
    endTs: 10n,
    releaseStartTs: 20n,
    cliffSeconds: 0,
    durationSeconds: 0,
    maxPledgePerWallet: 0n,
  });
}
