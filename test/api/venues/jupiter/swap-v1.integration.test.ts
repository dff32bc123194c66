import { expect, test } from 'vitest';
import { createSwapV1 } from '../../../../api/venues/jupiter/swap-v1.ts';
import type { VenueRequest } from '../../../../api/venues/venue.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../../support/scripted-http.ts';
import { answerOf, json, OWNER, optionsAt, wrongQuotes } from './support.ts';

const [QUOTE, SWAP] = [answerOf('swap-v1-quote'), answerOf('swap-v1-swap')];
const REQUEST: VenueRequest = {
  action: 'jupiter_swap',
  owner: OWNER,
  asker: { lane: 'calls', client: OWNER },
  parameters: {
    input_mint: QUOTE.inputMint,
    output_mint: QUOTE.outputMint,
    amount: '100000000',
    slippage_bps: 50,
  },
};

const serve = (quote: unknown = QUOTE, swap: unknown = SWAP) =>
  startScriptedHttp(({ path }) => json(path.startsWith('/quote') ? quote : swap));
const jupiterAt = (server: ScriptedHttp, key?: string) => createSwapV1(optionsAt(server, key));

test('a quote is asked for in base units and gives amounts without a double in between', async () => {
  await using server = await serve();

  const routes = await jupiterAt(server, 'the-key').quote(REQUEST);

  expect(routes).toEqual([
    {
      label: 'direct',
      pays: [{ asset: QUOTE.inputMint, amount: 100_000_000n }],
      receives: { asset: QUOTE.outputMint, amount: 16_198_753n, minimum: 16_117_760n },
      fees: undefined,
      priceImpactBps: 12,
      expiresAt: undefined,
    },
  ]);
  const [asked] = server.questions;
  expect(asked?.method).toBe('GET');
  expect(asked?.path).toBe(
    `/quote?inputMint=${QUOTE.inputMint}&outputMint=${QUOTE.outputMint}&amount=100000000&slippageBps=50&swapMode=ExactIn`,
  );
  expect(asked?.headers['x-api-key']).toBe('the-key');
});

test('a quote that Jupiter recorded is read', async () => {
  await using server = await serve(answerOf('swap-v1-quote-recorded'));

  expect(await jupiterAt(server).quote(REQUEST)).toMatchObject([
    { label: 'direct', receives: { amount: 16_198_753n, minimum: 16_117_760n }, priceImpactBps: 0 },
  ]);
});

test('a swap hands the quote back as it came, for the owner as payer, and gives the unsigned transaction', async () => {
  await using server = await serve();

  const built = await jupiterAt(server).build?.(REQUEST);

  expect(built).toEqual({
    kind: 'transaction',
    transaction: Buffer.from(SWAP.swapTransaction, 'base64'),
  });
  const asked = server.questions[1];
  expect([asked?.method, asked?.path, asked?.headers['x-api-key']]).toEqual(['POST', '/swap', undefined]);
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    userPublicKey: OWNER,
    quoteResponse: QUOTE,
    wrapAndUnwrapSol: true,
    dynamicComputeUnitLimit: true,
    prioritizationFeeLamports: {
      priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: 1_000_000 },
    },
  });
});

test.for(wrongQuotes(QUOTE))('a quote of %s is refused, and no swap is asked for', async ([, change]) => {
  await using server = await serve({ ...QUOTE, ...change });

  await expect(jupiterAt(server).build?.(REQUEST)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  expect(server.questions).toHaveLength(1);
});

test.for([
  ['is no base64', '!!!!'],
  ['could never fit into a packet', 'A'.repeat(1_648)],
])('a transaction that %s is refused', async ([, swapTransaction]) => {
  await using server = await serve(QUOTE, { ...SWAP, swapTransaction });

  await expect(jupiterAt(server).build?.(REQUEST)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
});
