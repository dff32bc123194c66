import type { AccountVersion } from '../../../fixtures/localnet/chain/account-store.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { base58Of, chainAccount, followedAt, hexOf } from '../chain/chain-state.ts';
import { seededAddress } from '../verifier/launch-bytes.ts';

/** Fields of a LaunchConfig by the offsets of the service specification. */
export interface ChainLaunch {
  readonly address: string;
  readonly changedIn: bigint;
  readonly status: number;
  readonly launchId: bigint;
  readonly authority: string;
  readonly launchMint: string;
  readonly pledgeMint: string;
  readonly escrow: string;
  readonly vault: string;
  readonly minRaise: bigint;
  readonly maxRaise: bigint;
  readonly tokenAllocation: bigint;
  readonly totalPledged: bigint;
  readonly pledgerCount: number;
  readonly startTs: bigint;
  readonly endTs: bigint;
  readonly releaseStartTs: bigint;
  readonly cliffSeconds: bigint;
  readonly durationSeconds: bigint;
  readonly maxPledgePerWallet: bigint;
  /** Undefined where the token account does not exist. */
  readonly escrowBalance: bigint | undefined;
  readonly vaultBalance: bigint | undefined;
  /** Undefined where the mint does not exist. */
  readonly launchDecimals: number | undefined;
  readonly pledgeDecimals: number | undefined;
}

/** Fields of a Pledge, likewise. */
export interface ChainPledge {
  readonly address: string;
  readonly changedIn: bigint;
  readonly launchId: bigint;
  readonly pledger: string;
  readonly amount: bigint;
  readonly released: bigint;
  readonly refunded: boolean;
  readonly pledgedTs: bigint;
}

const TOKEN_AMOUNT_AT = 64;
const MINT_DECIMALS_AT = 44;
const keyAt = (data: Buffer, at: number): string => base58Of(hexOf(data.subarray(at, at + 32)));

function accountsOf(chain: Chain, slot: bigint, kind: string): AccountVersion[] {
  return [...followedAt(chain, slot)]
    .filter(([, followedAs]) => followedAs === kind)
    .flatMap(([address]) => chainAccount(chain, address, slot) ?? []);
}

function balanceAt(chain: Chain, address: Uint8Array, slot: bigint): bigint | undefined {
  const account = chainAccount(chain, hexOf(address), slot);
  return account && Buffer.from(account.data).readBigUInt64LE(TOKEN_AMOUNT_AT);
}

function decimalsAt(chain: Chain, mint: Uint8Array, slot: bigint): number | undefined {
  const account = chainAccount(chain, hexOf(mint), slot);
  return account && Buffer.from(account.data).readUInt8(MINT_DECIMALS_AT);
}

/** Every launch on the chain as `slot` left it. */
export function chainLaunches(chain: Chain, slot: bigint): ChainLaunch[] {
  return accountsOf(chain, slot, 'launch').map((account) => {
    const data = Buffer.from(account.data);
    const launchId = data.readBigUInt64LE(11);
    const vault = seededAddress('launch_vault', launchId);
    return {
      address: base58Of(hexOf(account.pubkey)),
      changedIn: account.slot,
      status: data.readUInt8(10),
      launchId,
      authority: keyAt(data, 19),
      launchMint: keyAt(data, 51),
      pledgeMint: keyAt(data, 83),
      escrow: keyAt(data, 115),
      vault: vault.toBase58(),
      minRaise: data.readBigUInt64LE(147),
      maxRaise: data.readBigUInt64LE(155),
      tokenAllocation: data.readBigUInt64LE(163),
      totalPledged: data.readBigUInt64LE(171),
      pledgerCount: data.readUInt32LE(179),
      startTs: data.readBigInt64LE(183),
      endTs: data.readBigInt64LE(191),
      releaseStartTs: data.readBigInt64LE(199),
      cliffSeconds: BigInt(data.readUInt32LE(207)),
      durationSeconds: BigInt(data.readUInt32LE(211)),
      maxPledgePerWallet: data.readBigUInt64LE(215),
      escrowBalance: balanceAt(chain, data.subarray(115, 147), slot),
      vaultBalance: balanceAt(chain, vault.toBytes(), slot),
      launchDecimals: decimalsAt(chain, data.subarray(51, 83), slot),
      pledgeDecimals: decimalsAt(chain, data.subarray(83, 115), slot),
    };
  });
}

/** Every pledge to one launch as `slot` left it, by the order of the pledgers' keys. */
export function chainPledges(chain: Chain, slot: bigint, launchId: bigint): ChainPledge[] {
  return accountsOf(chain, slot, 'pledge')
    .map((account) => ({ account, data: Buffer.from(account.data) }))
    .filter(({ data }) => data.readBigUInt64LE(10) === launchId)
    .sort((a, b) => Buffer.compare(a.data.subarray(18, 50), b.data.subarray(18, 50)))
    .map(({ account, data }) => ({
      address: base58Of(hexOf(account.pubkey)),
      changedIn: account.slot,
      launchId,
      pledger: keyAt(data, 18),
      amount: data.readBigUInt64LE(50),
      released: data.readBigUInt64LE(58),
      refunded: data.readUInt8(66) === 1,
      pledgedTs: data.readBigInt64LE(67),
    }));
}

/** Block time of the newest block at or below `slot`. */
export function chainTime(chain: Chain, slot: bigint): bigint {
  const block = chain.recentSlots().findLast((entry) => entry.block.slot <= slot)?.block;
  if (!block) throw new Error(`the chain has no block up to slot ${slot}`);
  return block.blockTime;
}
