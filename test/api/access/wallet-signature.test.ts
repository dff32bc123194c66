import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { isSignedBy } from '../../../api/access/wallet-signature.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { testWallet } from '../../support/wallets.ts';

const wallet = testWallet('owner');
const signature = base58.decode(wallet.sign('a message'));

test('a signature holds for its wallet and its text, and for nothing else', () => {
  expect(isSignedBy(wallet.address, 'a message', signature)).toBe(true);
  expect(isSignedBy(wallet.address, 'a message ', signature)).toBe(false);
  expect(isSignedBy(testWallet('other').address, 'a message', signature)).toBe(false);
  const changed = Uint8Array.from(signature);
  changed[40] = (changed[40] ?? 0) ^ 1;
  expect(isSignedBy(wallet.address, 'a message', changed)).toBe(false);
});

test('keys for which anybody can make signatures have signed nothing', () => {
  // The neutral point as key and as R, with S = 0: the loose rule takes it for any text.
  const neutral = new Uint8Array(32);
  neutral[0] = 1;
  const forged = new Uint8Array(64);
  forged.set(neutral);
  expect(isSignedBy(parsePubkey(base58.encode(neutral)), 'anything', forged)).toBe(false);
  // The system program's address is no key of a wallet either.
  const system = parsePubkey('11111111111111111111111111111111');
  expect(isSignedBy(system, 'anything', new Uint8Array(64))).toBe(false);
});
