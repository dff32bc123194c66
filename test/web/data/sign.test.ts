import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../web/data/connection.ts';
import { messageOf, signTransaction } from '../../../web/data/sign.ts';

const MESSAGE = Uint8Array.from({ length: 40 }, (_, index) => index);
const SIGNED = new Uint8Array(64).fill(7);
const transaction = Uint8Array.from([1, ...new Uint8Array(64), ...MESSAGE]);

/** A wallet that gives back what the test says. */
function connectionTo(
  answer: (given: Uint8Array) => Uint8Array,
  versions: readonly unknown[] = [0],
): Connection {
  const signs = {
    supportedTransactionVersions: versions,
    signTransaction: async (input: { readonly transaction: Uint8Array; readonly chain?: string }) => [
      { signedTransaction: answer(input.transaction) },
    ],
  };
  const wallet = { name: 'Purse', features: { 'solana:signTransaction': signs } };
  return { wallet, account: { address: 'a' } } as unknown as Connection;
}
const sign = (connection: Connection) =>
  signTransaction(connection, { transaction: transaction.slice(), cluster: 'localnet' });
const signed = (message: Uint8Array, signature = SIGNED) => Uint8Array.from([1, ...signature, ...message]);

describe('a wallet that signs a transaction', () => {
  test('is taken at its word where the message is the one that was shown', async () => {
    expect(await sign(connectionTo(() => signed(MESSAGE)))).toEqual(signed(MESSAGE));
  });

  test('is not where one byte of the message is another, wherever it stands', async () => {
    for (const at of [0, 17, MESSAGE.length - 1]) {
      const other = MESSAGE.with(at, (MESSAGE[at] ?? 0) ^ 1);
      await expect(sign(connectionTo(() => signed(other)))).rejects.toThrow('a different transaction');
    }
    await expect(sign(connectionTo(() => signed(Uint8Array.of(...MESSAGE, 0))))).rejects.toThrow(
      'a different transaction',
    );
    await expect(sign(connectionTo(() => signed(MESSAGE.slice(0, -1))))).rejects.toThrow(
      'a different transaction',
    );
  });

  test('cannot change what is compared with', async () => {
    const writes = (given: Uint8Array): Uint8Array => {
      given[70] = 99;
      return Uint8Array.from([1, ...SIGNED, ...given.slice(65)]);
    };
    await expect(sign(connectionTo(writes))).rejects.toThrow('a different transaction');
  });

  test('has to have signed it, and with a version that it knows', async () => {
    await expect(sign(connectionTo(() => transaction))).rejects.toThrow('without a signature');
    await expect(sign(connectionTo(() => new Uint8Array()))).rejects.toThrow('no signed transaction');
    await expect(sign(connectionTo(() => signed(MESSAGE), ['legacy']))).rejects.toThrow(
      'cannot sign transactions',
    );
  });
});

describe('the message of a transaction', () => {
  test('is what comes after its signatures', () => {
    expect(messageOf(transaction)).toEqual(MESSAGE);
    for (const bytes of [[], [0], [1], [1, ...new Uint8Array(64)], [0x81, 1, ...new Uint8Array(300)]]) {
      expect(messageOf(Uint8Array.from(bytes))).toBeUndefined();
    }
  });
});
