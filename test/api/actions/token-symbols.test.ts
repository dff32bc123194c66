import { expect, test } from 'vitest';
import { tokenSymbols } from '../../../api/actions/token-symbols.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

const USDC = parsePubkey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const [reward, other, unknown] = [pubkeyOf('reward'), pubkeyOf('other'), pubkeyOf('unknown')];

test('a symbol is configured or well known, and never guessed', () => {
  const symbolOf = tokenSymbols({
    REWARD_MINT: reward,
    REWARD_TOKEN_SYMBOL: 'TOKEN',
    TOKEN_SYMBOLS: new Map([[other, 'OTHER']]),
  });
  expect([USDC, reward, other, unknown].map(symbolOf)).toEqual(['USDC', 'TOKEN', 'OTHER', undefined]);
});
