import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  MessageV0,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withInstruction } from '../../../../api/actions/transactions/charge.ts';
import { readMessage } from '../../../../api/actions/transactions/message.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { associatedTokenAddress, transferChecked } from '../../../../idl/spl-instructions.ts';

const keys = Array.from({ length: 40 }, (_, seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed + 1)));
const address = (at: number): PublicKey => keys[at]?.publicKey ?? PublicKey.default;
const text = (at: number): Pubkey => address(at).toBase58() as Pubkey;
const [OWNER, MINT, TABLE] = [text(0), text(1), address(2)];
const BLOCKHASH = { blockhash: text(3) as string, lastValidBlockHeight: 9n };
const [FROM, TO] = [associatedTokenAddress(OWNER, MINT), associatedTokenAddress(text(4), MINT)];
const FEE = transferChecked({ from: FROM, to: TO, mint: MINT, owner: OWNER, amount: 77n, decimals: 6 });

/** Accounts of the fee are among them, of either kind of the message. */
const LOADED = [...[10, 11, 12, 13, 14].map(text), FROM, MINT];
const table = new AddressLookupTableAccount({
  key: TABLE,
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: LOADED.map((each) => new PublicKey(each)),
  },
});
const tables = new Map([[TABLE.toBase58() as Pubkey, LOADED]]);

const account = fc.record({
  pubkey: fc.constantFrom(...LOADED, TO, OWNER, ...[20, 21, 22].map(text)).map((each) => new PublicKey(each)),
  isSigner: fc.constant(false),
  isWritable: fc.boolean(),
});
const instruction = fc
  .record({
    program: fc.integer({ min: 30, max: 33 }),
    keys: fc.array(account, { maxLength: 6 }),
    data: fc.uint8Array({ maxLength: 9 }),
  })
  .map(
    ({ program, keys: accounts, data }) =>
      new TransactionInstruction({ programId: address(program), keys: accounts, data: Buffer.from(data) }),
  );
const messageOf = (instructions: TransactionInstruction[], looking = true): MessageV0 =>
  new TransactionMessage({
    ...{ payerKey: address(0), recentBlockhash: BLOCKHASH.blockhash, instructions },
  }).compileToV0Message(looking ? [table] : []);

/** As another library reads it: what each instruction does, to which accounts. */
const told = (message: Uint8Array) =>
  TransactionMessage.decompile(MessageV0.deserialize(message), {
    addressLookupTableAccounts: [table],
  }).instructions.map(({ programId, keys: accounts, data }) => ({
    program: programId.toBase58(),
    accounts: accounts.map(({ pubkey }) => pubkey.toBase58()),
    data: [...data],
  }));
const FEE_TOLD = {
  ...{ program: FEE.program, accounts: FEE.accounts.map((each) => each.address), data: [...FEE.data] },
};
const appended = (message: Uint8Array, units = 0) =>
  withInstruction(message, { instruction: FEE, units, tables, blockhash: BLOCKHASH });

describe('a message with one more instruction', () => {
  test('says what it said, then that instruction, for the same payer and blockhash, with the roles that both ask for', () => {
    fc.assert(
      fc.property(
        fc.array(instruction, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (instructions, looking) => {
          const message = messageOf(instructions, looking).serialize();
          const longer = appended(message) ?? new Uint8Array();

          expect(told(longer)).toEqual([...told(message), FEE_TOLD]);
          const [before, after] = [MessageV0.deserialize(message), MessageV0.deserialize(longer)];
          expect(after.recentBlockhash).toBe(before.recentBlockhash);
          expect(readMessage(longer)?.signers).toEqual([OWNER]);
          // Nothing becomes writable but what the fee writes, and nothing that was is not any more.
          const writes = (each: MessageV0) => {
            const loaded = each.addressTableLookups.flatMap(({ writableIndexes }) =>
              writableIndexes.map((index) => LOADED[index] ?? ''),
            );
            const fixed = each.staticAccountKeys.filter((_key, index) => each.isAccountWritable(index));
            return new Set([...fixed.map((key) => key.toBase58()), ...loaded]);
          };
          const named = new Set(told(message).flatMap(({ accounts }) => accounts));
          const expected = [...writes(before)].filter((each) => each === OWNER || named.has(each));
          expect(writes(after)).toEqual(new Set([...expected, FROM, TO]));
        },
      ),
    );
  });

  test('may use more units than before, where a limit of them was set', () => {
    const limited = ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 });
    const priced = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 });
    const limits = (units: number) => [ComputeBudgetProgram.setComputeUnitLimit({ units }).data, priced.data];
    const datas = (message: Uint8Array | undefined) =>
      told(message ?? new Uint8Array())
        .slice(0, 2)
        .map(({ data }) => Buffer.from(data));

    expect(datas(appended(messageOf([limited, priced]).serialize(), 10_000))).toEqual(limits(210_000));
    expect(datas(appended(messageOf([limited, priced]).serialize(), 5_000_000))).toEqual(limits(1_400_000));
  });

  test('is none where an account is not told of', () => {
    const message = messageOf([
      new TransactionInstruction({
        programId: address(30),
        keys: [{ pubkey: address(10), isSigner: false, isWritable: true }],
      }),
    ]).serialize();
    const without = { instruction: FEE, units: 0, tables: new Map(), blockhash: BLOCKHASH };

    expect(withInstruction(message, without)).toBeUndefined();
    expect(withInstruction(new Uint8Array(40), { ...without, tables })).toBeUndefined();
  });
});
