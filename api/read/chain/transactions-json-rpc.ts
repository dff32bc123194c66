import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import { u64 } from '../../../core/rpc/answers.ts';
import {
  accountsReader,
  askChain,
  type ChainNode,
  heldAccount,
  inContext,
  readerOf,
  refusalOf,
  unreadable,
} from './node.ts';
import type { SignatureStatus, Simulated, TransactionChain } from './transactions.ts';

const blockhashShape = inContext(z.object({ blockhash: z.string(), lastValidBlockHeight: u64 }));
const simulationShape = inContext(
  z.object({
    err: z.unknown(),
    logs: z.array(z.string()).nullish(),
    unitsConsumed: u64.nullish(),
    accounts: z.array(heldAccount.nullable()).nullish(),
  }),
);
const status = z
  .object({
    slot: u64,
    err: z.unknown(),
    confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']),
  })
  .transform(
    ({ slot, err, confirmationStatus }): SignatureStatus => ({
      slot,
      error: err ?? null,
      commitment: confirmationStatus,
    }),
  );
const statusesShape = inContext(z.array(status.nullable()));

export interface TransactionChainOptions extends ChainNode {
  readonly commitment: Commitment;
}

/** Transactions by the JSON-RPC of a Solana node. */
export function createTransactionChain({ commitment, ...node }: TransactionChainOptions): TransactionChain {
  const call = askChain(node, 'transactions');
  const ask = readerOf(call);
  return {
    accounts: accountsReader(ask, commitment),
    latestBlockhash: async () => (await ask('getLatestBlockhash', [{ commitment }], blockhashShape)).value,
    blockHeight: () => ask('getBlockHeight', [{ commitment }], u64),
    simulate: async (transaction, { verify = false, accounts: addresses } = {}) => {
      const config = {
        ...{ commitment, encoding: 'base64', sigVerify: verify, replaceRecentBlockhash: !verify },
        ...(addresses && { accounts: { encoding: 'base64', addresses } }),
      };
      const { slot, value } = await ask(
        'simulateTransaction',
        [base64(transaction), config],
        simulationShape,
      );
      return simulated(slot, value, addresses);
    },
    send: async (transaction) => {
      const config = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
      const sending = call({
        ...{ method: 'sendTransaction', params: [base64(transaction), config], result: z.string() },
      });
      return sending.then(
        () => undefined,
        (error) => {
          const refusal = refusalOf(error);
          if (refusal !== undefined) return refusal;
          throw unreadable(error);
        },
      );
    },
    statuses: async (signatures) => {
      const config = { searchTransactionHistory: true };
      const { value } = await ask('getSignatureStatuses', [signatures, config], statusesShape);
      return value.map((found) => found ?? undefined);
    },
  };
}

/** @throws CHAIN_UNREADABLE if the node does not return every requested account */
function simulated(
  slot: bigint,
  value: z.output<typeof simulationShape>['value'],
  addresses: readonly Pubkey[] | undefined,
): Simulated {
  const error = value.err ?? null;
  if (error === null && addresses && value.accounts?.length !== addresses.length) {
    throw new LaunchlensError('CHAIN_UNREADABLE', { reason: 'the node does not show what it simulated' });
  }
  return {
    ...{ slot, error, logs: value.logs ?? [], unitsConsumed: value.unitsConsumed ?? undefined },
    accounts: value.accounts?.map((held) => held ?? undefined),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
