import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodePubkey, type Pubkey } from '../codec/base58.ts';

export const CLUSTERS = ['localnet', 'devnet', 'testnet', 'mainnet-beta'] as const;
export type Cluster = (typeof CLUSTERS)[number];

export interface ClusterDefaults {
  readonly rpc: string;
  /** The escrow program's address, where it is known. */
  readonly programId: Pubkey | undefined;
  /** The chain's genesis hash; undefined for a local chain, which gets a new one at every start. */
  readonly genesisHash: string | undefined;
}

export function clusterDefaults(cluster: Cluster): ClusterDefaults {
  switch (cluster) {
    case 'localnet':
      return { rpc: 'http://127.0.0.1:8899', programId: localnetProgramId(), genesisHash: undefined };
    case 'devnet':
      return {
        rpc: 'https://api.devnet.solana.com',
        programId: undefined,
        genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPCrxG',
      };
    case 'testnet':
      return {
        rpc: 'https://api.testnet.solana.com',
        programId: undefined,
        genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
      };
    case 'mainnet-beta':
      return {
        rpc: 'https://api.mainnet-beta.solana.com',
        programId: undefined,
        genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      };
  }
}

/** The local chain has no deployment: its program's address is the hash of this sentence. */
function localnetProgramId(): Pubkey {
  return encodePubkey(sha256(utf8ToBytes('launchlens localnet escrow program')));
}
