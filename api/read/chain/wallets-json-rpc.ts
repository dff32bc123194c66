import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import { u64, unixSeconds } from '../../../core/rpc/answers.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import { checkedSignature } from '../../../schemas/base58.ts';
import { askChain, type ChainNode, heldAccount, inContext, readable } from './node.ts';
import type { OwnedToken, WalletChain } from './wallets.ts';

/** Mint, owner and amount, which is all that a list needs. */
const HEAD = { offset: 0, length: TOKEN_ACCOUNT.amountAt + 8 };

const owned = z.object({ pubkey: pubkeyText, account: heldAccount }).transform(({ pubkey, account }) => {
  const head = Buffer.from(account.data);
  return {
    address: pubkey,
    mint: pubkeyFromBytes(head.subarray(0, TOKEN_ACCOUNT.ownerAt)),
    amount: head.readBigUInt64LE(TOKEN_ACCOUNT.amountAt),
  };
});
const ownedShape = inContext(z.array(owned));
const accountsShape = inContext(z.array(heldAccount.nullable()));
const historyShape = z.array(
  z
    .object({
      signature: checkedSignature,
      slot: u64,
      err: z.unknown(),
      blockTime: unixSeconds.nullish(),
      memo: z.string().nullish(),
    })
    .transform(({ signature, slot, err, blockTime, memo }) => ({
      ...{ signature, slot, failed: (err ?? null) !== null },
      time: blockTime ?? undefined,
      memo: memo ?? undefined,
    })),
);

/** Wallets by the JSON-RPC of a Solana node. */
export function createWalletChain({
  commitment,
  ...node
}: ChainNode & { readonly commitment: Commitment }): WalletChain {
  const call = askChain(node, 'reads');
  const ask = <Result>(
    method: string,
    params: readonly unknown[],
    result: z.ZodType<Result>,
  ): Promise<Result> => readable(call({ method, params, result }));
  return {
    tokens: async (wallet) => {
      const config = { commitment, encoding: 'base64', dataSlice: HEAD };
      const of = (programId: string) =>
        ask('getTokenAccountsByOwner', [wallet, { programId }, config], ownedShape);
      const lists = await Promise.all([TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map(of));
      return lists.flatMap(({ value }) => value).sort(byAddress);
    },
    accounts: async (addresses) => {
      const config = { commitment, encoding: 'base64' };
      const { slot, value } = await ask('getMultipleAccounts', [addresses, config], accountsShape);
      return { slot, held: value.map((held) => held ?? undefined) };
    },
    history: (wallet, page) =>
      ask('getSignaturesForAddress', [wallet, { commitment, ...page }], historyShape),
  };
}

function byAddress(a: OwnedToken, b: OwnedToken): number {
  return a.address < b.address ? -1 : 1;
}
