import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { type Pubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import { u64, unixSeconds } from '../../../core/rpc/answers.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import { checkedSignature } from '../../../schemas/base58.ts';
import { accountsReader, askChain, type ChainNode, heldAccount, inContext, readerOf } from './node.ts';
import type { OwnedToken, WalletChain, WalletChange } from './wallets.ts';

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

const tokenBalances = z
  .array(
    z.object({
      mint: pubkeyText,
      owner: z.string().nullish(),
      uiTokenAmount: z.object({ amount: z.string().regex(/^[0-9]{1,20}$/) }),
    }),
  )
  .nullish();
const transactionShape = z
  .object({
    slot: u64,
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
    meta: z
      .object({
        err: z.unknown(),
        preBalances: z.array(u64),
        postBalances: z.array(u64),
        preTokenBalances: tokenBalances,
        postTokenBalances: tokenBalances,
      })
      .nullable(),
  })
  .nullable();
type ReadTransaction = NonNullable<z.output<typeof transactionShape>>;

/** Wallets by the JSON-RPC of a Solana node. */
export function createWalletChain({
  commitment,
  ...node
}: ChainNode & { readonly commitment: Commitment }): WalletChain {
  const ask = readerOf(askChain(node, 'reads'));
  return {
    tokens: async (wallet) => {
      const config = { commitment, encoding: 'base64', dataSlice: HEAD };
      const of = (programId: string) =>
        ask('getTokenAccountsByOwner', [wallet, { programId }, config], ownedShape);
      const lists = await Promise.all([TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map(of));
      return lists.flatMap(({ value }) => value).sort(byAddress);
    },
    accounts: accountsReader(ask, commitment),
    change: async (wallet, signature) => {
      const config = { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 };
      const found = await ask('getTransaction', [signature, config], transactionShape);
      return found === null ? undefined : changeOf(wallet, found);
    },
    history: (wallet, page) =>
      ask('getSignaturesForAddress', [wallet, { commitment, ...page }], historyShape),
  };
}

function byAddress(a: OwnedToken, b: OwnedToken): number {
  return a.address < b.address ? -1 : 1;
}

function changeOf(wallet: Pubkey, { slot, transaction, meta }: ReadTransaction): WalletChange | undefined {
  if (meta === null || (meta.err ?? null) !== null) return undefined;
  const changes = new Map<Pubkey, bigint>();
  const add = (mint: Pubkey, amount: bigint) => changes.set(mint, (changes.get(mint) ?? 0n) + amount);
  const at = transaction.message.accountKeys.indexOf(wallet);
  if (at >= 0) add(NATIVE_MINT, (meta.postBalances[at] ?? 0n) - (meta.preBalances[at] ?? 0n));
  const own = (balances: z.output<typeof tokenBalances>) =>
    (balances ?? []).filter(({ owner }) => owner === wallet);
  for (const { mint, uiTokenAmount } of own(meta.preTokenBalances)) add(mint, -BigInt(uiTokenAmount.amount));
  for (const { mint, uiTokenAmount } of own(meta.postTokenBalances)) add(mint, BigInt(uiTokenAmount.amount));
  return { slot, changes };
}
