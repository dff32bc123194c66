import type { Cluster } from '../../core/kernel/settings/schema.ts';

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
