import type { ChainAccount } from '../accounts/chain-account.ts';
import { encodeBase58, type Pubkey } from '../codec/base58.ts';
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
  /** The program's accounts that have all of these bytes. */
  programAccounts(question: ProgramQuestion, from: number): Promise<AtSlot<readonly ChainAccount[]>>;
  blockTime(slot: number): Promise<bigint | undefined>;
  genesisHash(): Promise<Pubkey>;
  /** Up to `SIGNATURES_PAGE` transactions that name the address, newest first, older than `before`. */
  signatures(address: Pubkey, from: number, before: string | undefined): Promise<readonly SignatureRow[]>;
  /** Undefined if the node does not have the transaction. */
  transaction(signature: string): Promise<Transaction | undefined>;
}

export interface ProgramQuestion {
  readonly program: Pubkey;
  readonly having: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** Only the addresses: the accounts come without data. */
  readonly onlyAddresses?: boolean;
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
    programAccounts: ({ program, having, onlyAddresses = false }, from) =>
      notBefore(from, async () => {
        const params = {
          ...config(from),
          ...{ withContext: true, filters: having.map(memcmp) },
          ...(onlyAddresses && { dataSlice: { offset: 0, length: 0 } }),
        };
        return parseProgramAccounts(await rpc.call('getProgramAccounts', [program, params]));
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

function memcmp({ offset, bytes }: ProgramQuestion['having'][number]) {
  return { memcmp: { offset, bytes: encodeBase58(bytes) } };
}
