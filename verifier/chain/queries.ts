import type { ChainAccount } from '../accounts/chain-account.ts';
import { discriminator, PLEDGE } from '../accounts/layout.ts';
import { CLUSTERS, type Cluster, clusterDefaults } from '../cli/clusters.ts';
import { encodeBase58, type Pubkey } from '../codec/base58.ts';
import { u64Bytes } from '../codec/bytes.ts';
import { chainFailure } from '../failure.ts';
import {
  type AtSlot,
  parseAccounts,
  parseBlockTime,
  parseGenesisHash,
  parseProgramAccounts,
} from './answers.ts';
import { createPatience } from './http.ts';
import type { Commitment, Rpc } from './rpc.ts';
import { parseSignatures, parseTransaction, type SignatureRow, type Transaction } from './transactions.ts';

/** The most that a node lists at once. */
export const SIGNATURES_PAGE = 1_000;

/** The verifier's node queries. `from` is the oldest slot whose state is acceptable. */
export interface Chain {
  accounts(
    addresses: readonly Pubkey[],
    from: number,
  ): Promise<AtSlot<readonly (ChainAccount | undefined)[]>>;
  pledges(programId: Pubkey, launchId: bigint, from: number): Promise<AtSlot<readonly ChainAccount[]>>;
  blockTime(slot: number): Promise<bigint | undefined>;
  genesisHash(): Promise<Pubkey>;
  /** Up to `SIGNATURES_PAGE` transactions that name the address, newest first, older than `before`. */
  signatures(address: Pubkey, from: number, before: string | undefined): Promise<readonly SignatureRow[]>;
  /** Undefined if the node does not have the transaction. */
  transaction(signature: string): Promise<Transaction | undefined>;
}

export interface ChainOptions {
  readonly commitment: Commitment;
  readonly timeoutMs: number;
}

export function createChain(rpc: Rpc, { commitment, timeoutMs }: ChainOptions): Chain {
  const config = (from: number) => ({ encoding: 'base64', commitment, minContextSlot: from });

  /** Not every node respects `minContextSlot`, so an older answer is requested again. */
  async function notBefore<Value>(from: number, ask: () => Promise<AtSlot<Value>>): Promise<AtSlot<Value>> {
    const patience = createPatience(timeoutMs);
    for (;;) {
      const answer = await ask();
      if (answer.slot >= from) return answer;
      if (!(await patience.pause())) {
        throw chainFailure(`the RPC node keeps answering for slot ${answer.slot}, before slot ${from}`);
      }
    }
  }

  return {
    accounts: (addresses, from) =>
      notBefore(from, async () =>
        parseAccounts(await rpc.call('getMultipleAccounts', [addresses, config(from)]), addresses),
      ),
    pledges: (programId, launchId, from) =>
      notBefore(from, async () => {
        const params = { ...config(from), withContext: true, filters: pledgeFilters(launchId) };
        return parseProgramAccounts(await rpc.call('getProgramAccounts', [programId, params]));
      }),
    blockTime: async (slot) => parseBlockTime(await rpc.call('getBlockTime', [slot])),
    signatures: async (address, from, before) => {
      const params = { commitment, minContextSlot: from, limit: SIGNATURES_PAGE, ...(before && { before }) };
      return parseSignatures(await rpc.call('getSignaturesForAddress', [address, params]));
    },
    transaction: async (signature) => {
      const params = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 };
      return parseTransaction(await rpc.call('getTransaction', [signature, params]));
    },
    genesisHash: async () => parseGenesisHash(await rpc.call('getGenesisHash', [])),
  };
}

/**
 * Discriminator and launch only, no `dataSize`: a Pledge of another size must be seen and refused, never left out.
 */
function pledgeFilters(launchId: bigint): readonly unknown[] {
  const [launchIdOffset] = PLEDGE.fields.launch_id;
  return [
    { memcmp: { offset: 0, bytes: encodeBase58(discriminator(PLEDGE)) } },
    { memcmp: { offset: launchIdOffset, bytes: encodeBase58(u64Bytes(launchId)) } },
  ];
}

/**
 * Refuses a node on another chain than the named cluster, so that no report names a chain that it was not read from. A
 * local chain has a new genesis hash at every start and is not checked.
 */
export async function requireCluster(chain: Chain, cluster: Cluster): Promise<void> {
  const expected = clusterDefaults(cluster).genesisHash;
  if (expected === undefined) return;
  const actual = await chain.genesisHash();
  if (actual === expected) return;
  const other = CLUSTERS.find((name) => clusterDefaults(name).genesisHash === actual);
  throw chainFailure(
    `the RPC node is not a node of ${cluster}: its genesis hash is ${actual}${other ? ` (${other})` : ''} instead of ${expected}`,
  );
}
