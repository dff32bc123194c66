import { LRUCache } from 'lru-cache';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import type { Cluster } from '../../core/kernel/settings/schema.ts';
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

const EXPLORER = 'https://explorer.solana.com';

/** Links to the public explorer for accounts of one cluster. */
export type ExplorerLink = (address: string) => string;

/** @param rpcUrl where the explorer reaches a local chain; links never contain credentials or the query */
export function explorerLinks(cluster: Cluster, rpcUrl?: string): ExplorerLink {
  const query = new URLSearchParams({ cluster: cluster === 'localnet' ? 'custom' : cluster });
  if (cluster === 'localnet' && rpcUrl !== undefined) query.set('customUrl', withoutSecrets(rpcUrl));
  return (address) => `${EXPLORER}/address/${address}?${query}`;
}

function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? origin : `${origin}${pathname}`;
}

/** The links of a Pledge. */
export function pledgeLinks(pledge: string, pledger: string, link: ExplorerLink) {
  return { pledge: link(pledge), pledger: link(pledger) };
}
