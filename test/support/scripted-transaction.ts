import { createHash } from 'node:crypto';
import { internAddress } from '../../fixtures/localnet/keys/address.ts';
import { type ExecutedTransaction, NOTHING_LOADED } from '../../fixtures/localnet/ledger/executed.ts';
import { transactionId } from '../../fixtures/localnet/ledger/history.ts';

/** A transaction that does exactly what a test says; anything left out is empty, and it succeeded. */
export function scriptedTransaction(
  slot: bigint,
  indexInBlock: number,
  draft: Partial<ExecutedTransaction> = {},
): ExecutedTransaction {
  const signature =
    draft.signature ?? createHash('sha512').update(`transaction ${slot}/${indexInBlock}`).digest();
  return {
    id: transactionId(signature),
    signatures: [signature],
    message: {
      version: 0,
      signatures: 1,
      readonlySigned: 0,
      readonlyUnsigned: 0,
      keys: [internAddress(createHash('sha256').update('payer').digest())],
      blockhash: new Uint8Array(32),
      instructions: [],
      lookups: [],
    },
    loaded: NOTHING_LOADED,
    vote: false,
    blockTime: 1_790_000_000n + slot,
    fee: 5_000n,
    computeUnitPrice: 0n,
    error: undefined,
    inner: [],
    logs: [],
    unitsConsumed: 0n,
    before: [],
    after: [],
    decimalsOf: () => 6,
    ...draft,
    slot,
    signature,
    indexInBlock,
  };
}
