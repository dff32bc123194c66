import { LRUCache } from 'lru-cache';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { launchVaultAddress, pledgeAddress } from '../../idl/pda.ts';

/** Deriving an address takes a tenth of a millisecond, and a list shows the vault of every launch. */
const vaults = new LRUCache<string, Pubkey>({ max: 10_000 });

export function launchVaultOf(programId: Pubkey, launchId: bigint): Pubkey {
  const name = `${programId} ${launchId}`;
  const held = vaults.get(name);
  if (held !== undefined) return held;
  const vault = pubkeyFromBytes(launchVaultAddress(pubkeyBytes(programId), launchId));
  vaults.set(name, vault);
  return vault;
}

/** The address of a wallet's Pledge, whether it exists or not. */
export function pledgeAddressOf(programId: Pubkey, launchId: bigint, wallet: Pubkey): Pubkey {
  return pubkeyFromBytes(pledgeAddress(pubkeyBytes(programId), launchId, pubkeyBytes(wallet)));
}
