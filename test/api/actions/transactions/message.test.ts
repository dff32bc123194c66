import * as spl from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instruction } from '../../../../api/actions/intents/draft.ts';
import {
  encodeMessage,
  readMessage,
  readTransaction,
  unsignedTransaction,
} from '../../../../api/actions/transactions/message.ts';
import { type Pubkey, pubkeyFromBytes } from '../../../../core/kernel/pubkey.ts';
import {
  associatedTokenAddress,
  createAssociatedAccount,
  systemTransfer,
  transferChecked,
} from '../../../../idl/spl-instructions.ts';
import { U64_MAX } from '../../../../schemas/u64.ts';

const signer = Keypair.fromSeed(new Uint8Array(32).fill(7));
const owner = signer.publicKey.toBase58() as Pubkey;
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(pubkeyFromBytes);
const curveKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((seed) => Keypair.fromSeed(seed).publicKey.toBase58() as Pubkey);
const amount = fc.bigInt({ min: 0n, max: U64_MAX });
const blockhash = {
  blockhash: pubkeyFromBytes(new Uint8Array(32).fill(9)) as string,
  lastValidBlockHeight: 9n,
};

function official(instructions: TransactionInstruction[], units: number, price: bigint): Uint8Array {
  const budget = [ComputeBudgetProgram.setComputeUnitLimit({ units })];
  if (price > 0n) budget.push(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }));
  const message = new TransactionMessage({
    payerKey: signer.publicKey,
    recentBlockhash: blockhash.blockhash,
    instructions: [...budget, ...instructions],
  });
  return message.compileToV0Message().serialize();
}

function own(instructions: readonly Instruction[], units: number, price: bigint): Uint8Array {
  return encodeMessage({ owner, blockhash, instructions, computeUnitLimit: units, computeUnitPrice: price });
}

function meaning(bytes: Uint8Array) {
  const { signers = [], instructions = [] } = readMessage(bytes) ?? {};
  return {
    signers,
    instructions: instructions.map(({ data, ...rest }) => ({
      ...rest,
      data: Buffer.from(data).toString('hex'),
    })),
  };
}

describe('a message', () => {
  test('says the same as the one that the official client makes of the same instructions', () => {
    fc.assert(
      fc.property(
        curveKey,
        key,
        amount,
        fc.nat({ max: 255 }),
        fc.nat({ max: 1_400_000 }),
        (wallet, mint, value, decimals, units) => {
          const mine = [
            createAssociatedAccount({ payer: owner, wallet, mint }),
            transferChecked({
              ...{ mint, owner, amount: value, decimals },
              from: associatedTokenAddress(owner, mint),
              to: associatedTokenAddress(wallet, mint),
            }),
            systemTransfer(owner, wallet, value),
          ];
          const [mintKey, walletKey] = [new PublicKey(mint), new PublicKey(wallet)];
          const from = spl.getAssociatedTokenAddressSync(mintKey, signer.publicKey);
          const to = spl.getAssociatedTokenAddressSync(mintKey, walletKey);
          const theirs = [
            spl.createAssociatedTokenAccountIdempotentInstruction(signer.publicKey, to, walletKey, mintKey),
            spl.createTransferCheckedInstruction(from, mintKey, to, signer.publicKey, value, decimals),
            SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey: walletKey, lamports: value }),
          ];
          expect(meaning(own(mine, units, 5n))).toEqual(meaning(official(theirs, units, 5n)));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('is read by the official client, which signs it without changing a byte', () => {
    const message = own([systemTransfer(owner, owner, 1n)], 1_000, 0n);
    const transaction = VersionedTransaction.deserialize(unsignedTransaction(message));
    expect(transaction.version).toBe(0);
    transaction.sign([signer]);
    const received = readTransaction(transaction.serialize());
    expect(Buffer.compare(received?.message ?? new Uint8Array(), message)).toBe(0);
    expect(received?.signatures.get(owner)).toEqual(transaction.signatures[0]);
    expect(readMessage(message)?.instructions).toHaveLength(2);
  });

  test('that a packet would not hold is refused with its size', () => {
    const many = (length: number) => Array.from({ length }, () => systemTransfer(owner, owner, 1n));
    expect(() => own(many(62), 1, 1n)).toThrow(/would have \d{4} bytes, but the maximum is 1232/);
    expect(() => own(many(300), 1, 1n)).toThrow(/but the maximum is 1232/);
  });

  test('is another one in any other bytes: cut short, made longer, or changed in one place', () => {
    const transaction = unsignedTransaction(own([systemTransfer(owner, owner, 1n)], 1_000, 1n));
    const whole = Buffer.from(readTransaction(transaction)?.message ?? []);
    expect(whole.length).toBeGreaterThan(100);
    const isAnother = (bytes: Uint8Array) => {
      const { message } = readTransaction(bytes) ?? {};
      return message === undefined || Buffer.compare(message, whole) !== 0;
    };
    for (let length = 0; length < transaction.length; length += 1) {
      expect(isAnother(transaction.subarray(0, length))).toBe(true);
    }
    expect(isAnother(Buffer.concat([transaction, Uint8Array.of(0)]))).toBe(true);
    for (let at = 65; at < transaction.length; at += 1) {
      const changed = Uint8Array.from(transaction);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isAnother(changed)).toBe(true);
    }
  });

  test('is never an exception, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_300 }), (bytes) => {
        readTransaction(bytes);
        readMessage(bytes);
      }),
    );
  });
});
