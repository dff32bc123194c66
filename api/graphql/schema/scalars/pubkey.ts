import { isLaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { type Pubkey as Key, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { PUBKEY_TEXT } from '../../../../schemas/base58.ts';
import { defineScalar } from './scalar.ts';

function keyOf(text: string): Key | undefined {
  try {
    return parsePubkey(text);
  } catch (error) {
    if (isLaunchlensError(error, 'PUBKEY_MALFORMED')) return undefined;
    throw error;
  }
}

export const Pubkey = defineScalar({
  name: 'Pubkey',
  expected: 'a base58 public key of 32 bytes',
  fromText: keyOf,
  toWire: (value) => (typeof value === 'string' && PUBKEY_TEXT.test(value) ? value : undefined),
});
