import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import { heldAccount, inContext, u64 } from './account-shape.ts';
import { RPC_LIMIT_MS } from './json-rpc.ts';
import { askNode, type RpcAnswer, resultOf } from './rpc-call.ts';
import type { SignatureStatus, Simulated, TransactionChain } from './transactions.ts';

const accountsShape = inContext(z.array(heldAccount.nullable()));
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

export interface TransactionChainOptions {
  readonly url: string;
  readonly commitment: Commitment;
  readonly limitMs?: number;
}

/** Transactions by the JSON-RPC of a Solana node. */
export function createTransactionChain({
  url,
  commitment,
  limitMs = RPC_LIMIT_MS,
}: TransactionChainOptions): TransactionChain {
  const ask = <Result>(
    method: string,
    params: readonly unknown[],
    shape: z.ZodType<Result>,
  ): Promise<RpcAnswer<Result>> => askNode({ url, limitMs }, { method, params }, shape);
  return {
    accounts: async (addresses) => {
      const config = { commitment, encoding: 'base64' };
      const { slot, value } = resultOf(await ask('getMultipleAccounts', [addresses, config], accountsShape));
      return { slot, held: value.map((held) => held ?? undefined) };
    },
    latestBlockhash: async () =>
      resultOf(await ask('getLatestBlockhash', [{ commitment }], blockhashShape)).value,
    blockHeight: async () => resultOf(await ask('getBlockHeight', [{ commitment }], u64)),
    simulate: async (transaction, { verify = false, accounts: addresses } = {}) => {
      const config = {
        ...{ commitment, encoding: 'base64', sigVerify: verify, replaceRecentBlockhash: !verify },
        ...(addresses && { accounts: { encoding: 'base64', addresses } }),
      };
      const { slot, value } = resultOf(
        await ask('simulateTransaction', [base64(transaction), config], simulationShape),
      );
      return simulated(slot, value, addresses);
    },
    send: async (transaction) => {
      const config = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
      const answer = await ask('sendTransaction', [base64(transaction), config], z.string());
      return 'error' in answer ? answer.error.message : undefined;
    },
    statuses: async (signatures) => {
      const config = { searchTransactionHistory: true };
      const { value } = resultOf(await ask('getSignatureStatuses', [signatures, config], statusesShape));
      return value.map((found) => found ?? undefined);
    },
  };
}

/** @throws CHAIN_UNREADABLE where the node does not show every account that it was asked for */
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
