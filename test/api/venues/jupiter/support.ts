import { readFileSync } from 'node:fs';
import type { JupiterOptions } from '../../../../api/venues/jupiter/swap-terms.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import type { HttpReply, ScriptedHttp } from '../../../support/scripted-http.ts';
import { hastyClock } from '../hasty-clock.ts';

export const OWNER = parsePubkey('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');

/** An answer from `fixtures/venues/jupiter`; see the README beside it. */
export const answerOf = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../fixtures/venues/jupiter/${name}.json`, import.meta.url), 'utf8'),
  );

export const json = (value: unknown): HttpReply => ({ status: 200, body: JSON.stringify(value) });

export const optionsAt = ({ url }: ScriptedHttp, key?: string): JupiterOptions => ({
  ...{ url, key, programs: [], clock: hastyClock(), random: () => 0, fits: () => true },
});

/** Changes to a quote of fixtures, none of which may be taken for what was asked. */
export const wrongQuotes = ({ inputMint, outputMint }: { inputMint: string; outputMint: string }) =>
  [
    ['another input', { inputMint: outputMint }],
    ['another output', { outputMint: inputMint }],
    ['another amount', { inAmount: '100000001' }],
    ['another slippage', { slippageBps: 51 }],
    ['a threshold below the slippage', { otherAmountThreshold: '16117758' }],
    ['a threshold above what it offers', { otherAmountThreshold: '16198754' }],
    ['an exact output', { swapMode: 'ExactOut' }],
    ['an amount that is a number', { outAmount: 16_198_753 }],
    ['an amount beyond 64 bits', { outAmount: '18446744073709551616' }],
    ['no route', { routePlan: [] }],
  ] as const;
