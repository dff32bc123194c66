import { describe, expect, test } from 'vitest';
import type { JupiterOptions } from '../../../../api/venues/jupiter/swap-terms.ts';
import { createJupiter } from '../../../../api/venues/jupiter/venue.ts';
import type { VenueInstructions, VenueRequest } from '../../../../api/venues/venue.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { startScriptedHttp } from '../../../support/scripted-http.ts';
import { answerOf, json, OWNER, optionsAt, wrongQuotes } from './support.ts';

const [ORDER, BUILD] = [answerOf('swap-v2-order'), answerOf('swap-v2-build')];
const requestOf = (answer: typeof BUILD, owner: VenueRequest['owner']): VenueRequest => ({
  ...{ action: 'jupiter_swap', owner, asker: { lane: 'calls', client: OWNER } },
  parameters: {
    input_mint: answer.inputMint,
    output_mint: answer.outputMint,
    amount: answer.inAmount,
    slippage_bps: answer.slippageBps,
  },
});
const REQUEST = requestOf(BUILD, OWNER);
const ASKED = requestOf(ORDER, undefined);

/** A server of version 2, and its client. */
async function serve(build: unknown = BUILD, order: unknown = ORDER, others: Partial<JupiterOptions> = {}) {
  const server = await startScriptedHttp(({ path }) =>
    json(path.startsWith('/swap/v2/build') ? build : order),
  );
  const options = { ...optionsAt(server, 'the-key'), url: `${server.url}/swap/v2`, ...others };
  return {
    server,
    jupiter: createJupiter(options),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('an owner', () => {
  test('gets the quote of the instructions that would be signed, which Jupiter takes no fee for', async () => {
    await using under = await serve();

    expect(await under.jupiter.quote(REQUEST)).toEqual([
      {
        label: 'direct',
        pays: [{ asset: BUILD.inputMint, amount: 100_000_000n }],
        receives: { asset: BUILD.outputMint, amount: 16_198_753n, minimum: 16_117_760n },
        fees: [],
        priceImpactBps: 12,
        expiresAt: undefined,
      },
    ]);
    const [asked] = under.server.questions;
    const [path, query] = asked?.path.split('?') ?? [];
    expect([asked?.method, path, asked?.headers['x-api-key']]).toEqual(['GET', '/swap/v2/build', 'the-key']);
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      ...{ inputMint: BUILD.inputMint, outputMint: BUILD.outputMint, amount: '100000000' },
      ...{ slippageBps: '50', taker: OWNER, computeUnitPricePercentile: 'medium' },
    });
  });

  test('would sign its instructions in order, without a tip', async () => {
    const tipInstruction = { ...BUILD.cleanupInstruction, data: 'CA==' };
    await using under = await serve({ ...BUILD, tipInstruction, otherInstructions: [BUILD.swapInstruction] });

    const built = (await under.jupiter.build?.(REQUEST)) as VenueInstructions;

    expect(built).toMatchObject({ kind: 'instructions', unitPrice: 5_000n });
    const expected = [
      ...[...BUILD.setupInstructions, BUILD.swapInstruction],
      ...[BUILD.cleanupInstruction, BUILD.swapInstruction],
    ];
    expect(built.instructions.map(({ program }) => program)).toEqual(
      expected.map(({ programId }) => programId),
    );
    expect(built.instructions.map(({ data }) => Buffer.from(data).toString('base64'))).toEqual(
      expected.map(({ data }) => data),
    );
    expect(built.instructions[4]?.accounts.slice(0, 2)).toEqual([
      { address: OWNER, signer: true, writable: false },
      { address: BUILD.swapInstruction.accounts[1].pubkey, signer: false, writable: true },
    ]);
    expect(Object.fromEntries(built.tables)).toEqual(BUILD.addressesByLookupTableAddress);
  });

  test('gets instructions without cleanup, lookup tables or a price for priority', async () => {
    const none = { cleanupInstruction: null, addressesByLookupTableAddress: null };
    const { priceImpactPct: _, ...rest } = BUILD;
    await using under = await serve({ ...rest, ...none, computeBudgetInstructions: [] });

    const built = (await under.jupiter.build?.(REQUEST)) as VenueInstructions;

    expect([built.instructions.length, built.unitPrice, built.tables.size]).toEqual([5, 0n, 0]);
    expect(await under.jupiter.quote(REQUEST)).toMatchObject([{ priceImpactBps: undefined }]);
  });

  test.for([
    ...wrongQuotes(BUILD),
    ['no swap', { swapInstruction: null }],
    ['data that is no base64', { swapInstruction: { ...BUILD.swapInstruction, data: '!' } }],
    ['an account that is no key', { addressesByLookupTableAddress: { [OWNER]: ['?'] } }],
    ['a table that is no key', { addressesByLookupTableAddress: { table: [OWNER] } }],
    ['a budget of another program', { computeBudgetInstructions: [BUILD.swapInstruction] }],
  ] as const)('is not given an answer with %s', async ([, change]) => {
    await using under = await serve({ ...BUILD, ...change });

    await expect(under.jupiter.build?.(REQUEST)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });
});

describe('a route whose transaction does not fit into a packet', () => {
  const accountsAsked = ({ questions }: { readonly questions: readonly { readonly path: string }[] }) =>
    questions.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('maxAccounts'));

  test('is asked for with fewer accounts, until one fits', async () => {
    let tries = 0;
    await using under = await serve(BUILD, ORDER, { fits: () => ++tries === 3 });

    expect(await under.jupiter.build?.(REQUEST)).toMatchObject({ kind: 'instructions' });
    expect(accountsAsked(under.server)).toEqual([null, '54', '44']);
  });

  test('is asked for four times at most', async () => {
    await using under = await serve(BUILD, ORDER, { fits: () => false });

    await under.jupiter.build?.(REQUEST);
    expect(accountsAsked(under.server)).toEqual([null, '54', '44', '34']);
  });

  test('counts as it is if Jupiter has none with fewer accounts', async () => {
    const reply = (path: string) =>
      path.includes('maxAccounts') ? { status: 400, body: '{}' } : json(BUILD);
    await using server = await startScriptedHttp(({ path }) => reply(path));
    const options = { ...optionsAt(server), url: `${server.url}/swap/v2`, fits: () => false };

    expect(await createJupiter(options).build?.(REQUEST)).toMatchObject({ kind: 'instructions' });
    expect(accountsAsked(server)).toEqual([null, '54']);
  });
});

describe('the route that was quoted', () => {
  const signing = { ...REQUEST, asker: { lane: 'signing', client: OWNER } } as const;
  const other = { ...REQUEST, parameters: { ...REQUEST.parameters, amount: '100000001' } };

  test('is that of its plan, once, and never the one that is signed', async () => {
    await using under = await serve();
    const asked = () => under.server.questions.length;

    await under.jupiter.quote(REQUEST);
    await under.jupiter.build?.(REQUEST);
    expect(asked()).toBe(1);
    await under.jupiter.build?.(REQUEST);
    expect(asked()).toBe(2);
    await under.jupiter.quote(REQUEST);
    await under.jupiter.build?.(signing);
    expect(asked()).toBe(4);
    await expect(under.jupiter.build?.(other)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
    expect(asked()).toBe(5);
  });

  test('is forgotten after five seconds', async () => {
    const clock = manualClock(0);
    await using under = await serve(BUILD, ORDER, { clock });

    await under.jupiter.quote(REQUEST);
    clock.advance(5_000);
    await under.jupiter.build?.(REQUEST);
    expect(under.server.questions).toHaveLength(2);
  });
});

describe('a quote for nobody', () => {
  test('is the one of the router whose swaps an owner can sign alone', async () => {
    await using under = await serve();

    expect(await under.jupiter.quote(ASKED)).toEqual([
      {
        label: 'direct',
        pays: [{ asset: ORDER.inputMint, amount: 100_000_000n }],
        receives: { asset: NATIVE_MINT, amount: 461_208_958n, minimum: 460_024_271n },
        fees: undefined,
        priceImpactBps: 1,
        expiresAt: undefined,
      },
    ]);
    const [path, query] = under.server.questions[0]?.path.split('?') ?? [];
    expect(path).toBe('/swap/v2/order');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      ...{ inputMint: ORDER.inputMint, outputMint: ORDER.outputMint, amount: '100000000' },
      ...{ slippageBps: '26', swapMode: 'ExactIn', excludeRouters: 'jupiterz,dflow,okx' },
    });
  });

  const lamports = { signatureFeeLamports: 5_000, prioritizationFeeLamports: 696_237, rentFeeLamports: 1 };
  const network = { asset: NATIVE_MINT, amount: 701_238n };
  const platformFee = { amount: '8529', feeBps: 5, feeMint: ORDER.inputMint };
  test.for([
    [
      'the platform and the network',
      { feeBps: 5, platformFee },
      [{ asset: ORDER.inputMint, amount: 8_529n }, network],
    ],
    ['the network alone', { feeBps: 0 }, [network]],
    ['more than the platform says', { feeBps: 12, platformFee }, undefined],
    ['a share without an amount', { feeBps: 2 }, undefined],
    ['something unknown', { feeBps: undefined }, undefined],
  ] as const)('states the fees of %s', async ([, change, fees]) => {
    await using under = await serve(BUILD, { ...ORDER, ...lamports, ...change });

    expect(await under.jupiter.quote(ASKED)).toMatchObject([{ fees }]);
  });

  test.for([
    ['of a market maker', { router: 'jupiterz' }],
    ['for another amount', { inAmount: '1' }],
    ['with a fee that is no amount', { platformFee: { amount: 'x', feeBps: 2 } }],
  ] as const)('is refused %s', async ([, change]) => {
    await using under = await serve(BUILD, { ...ORDER, ...change });

    await expect(under.jupiter.quote(ASKED)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });

  test('that Jupiter refuses is not asked for again', async () => {
    const refusal = { status: 400, body: JSON.stringify({ error: 'Failed to get quotes' }) };
    await using server = await startScriptedHttp(() => refusal);
    const jupiter = createJupiter({ ...optionsAt(server), url: `${server.url}/swap/v2` });

    await expect(jupiter.quote(ASKED)).rejects.toMatchObject({ code: 'VENUE_REFUSED' });
    expect(server.questions).toHaveLength(1);
  });
});
