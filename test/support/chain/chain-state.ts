import { PublicKey } from '@solana/web3.js';
import type { AccountVersion } from '../../../fixtures/localnet/chain/account-store.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { internAddress } from '../../../fixtures/localnet/keys/address.ts';
import { PROGRAM, seededAddress } from '../verifier/launch-bytes.ts';

/** Sizes and offsets by the tables of the service specification. */
const LAUNCH_BYTES = 343;
const PLEDGE_BYTES = 139;
const LAUNCH_ID_AT = 11;
const LAUNCH_MINT_AT = 51;
const PLEDGE_MINT_AT = 83;
const ESCROW_AT = 115;

const programKey = Buffer.from(PROGRAM.toBytes()).toString('hex');
const vaults = new Map<bigint, string>();

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What an index must follow of a chain at one slot: address in hex, and what the account is to its launch. */
export function followedAt(chain: Chain, slot: bigint): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const account of chain.accountsAt(slot)) {
    if (hexOf(account.owner) !== programKey) continue;
    const { data } = account;
    if (data.length === PLEDGE_BYTES) kinds.set(hexOf(account.pubkey), 'pledge');
    if (data.length !== LAUNCH_BYTES) continue;
    kinds.set(hexOf(account.pubkey), 'launch');
    kinds.set(hexOf(data.subarray(ESCROW_AT, ESCROW_AT + 32)), 'escrow');
    kinds.set(vaultOf(Buffer.from(data).readBigUInt64LE(LAUNCH_ID_AT)), 'vault');
    kinds.set(hexOf(data.subarray(LAUNCH_MINT_AT, LAUNCH_MINT_AT + 32)), 'mint');
    kinds.set(hexOf(data.subarray(PLEDGE_MINT_AT, PLEDGE_MINT_AT + 32)), 'mint');
  }
  return kinds;
}

/** The account as the slot left it, by its address in hex. */
export function chainAccount(chain: Chain, address: string, slot: bigint): AccountVersion | undefined {
  return chain.accountAt(internAddress(Buffer.from(address, 'hex')), slot);
}

/** Every version of an account that the surviving fork holds, by its address in hex. */
export function chainHistory(chain: Chain, address: string): readonly AccountVersion[] {
  return chain.accounts.history(internAddress(Buffer.from(address, 'hex')));
}

export function base58Of(address: string): string {
  return new PublicKey(Buffer.from(address, 'hex')).toBase58();
}

function vaultOf(launchId: bigint): string {
  const known = vaults.get(launchId) ?? hexOf(seededAddress('launch_vault', launchId).toBytes());
  vaults.set(launchId, known);
  return known;
}
