import { describe, expect, test } from 'vitest';
import { jupiterVenues } from '../../../../api/venues/jupiter/venue.ts';
import type { Venue, VenueInstructions, VenueRequest } from '../../../../api/venues/venue.ts';
import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { TOKEN_2022_PROGRAM_ID } from '../../../../idl/programs.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import type { VenueList } from '../../../../schemas/venues/protocol.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { startScriptedHttp } from '../../../support/scripted-http.ts';
import { role, transactionOf } from '../chain-of.ts';
import { answerOf, json, optionsAt } from './support.ts';

const LEND = parsePubkey('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9');
const SWAPS = parsePubkey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
const USDC = parsePubkey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const SHARES = parsePubkey('9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D');
const OWNER = parsePubkey('BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV');
const [TOKENS, POSITIONS] = [answerOf('lend-v1-tokens'), answerOf('lend-v1-positions')];
const ASKER = { lane: 'calls', client: OWNER } as const;

/** The first bytes of instructions, as the IDL of the program has them. */
const TAGS = {
  deposit: [242, 35, 198, 137, 82, 225, 242, 182],
  redeem: [184, 12, 86, 149, 70, 196, 97, 225],
  withdraw: [183, 18, 70, 156, 148, 109, 161, 34],
} as const;
const other = pubkeyOf('another account');

interface Made {
  readonly tag?: keyof typeof TAGS;
  readonly amount?: bigint;
  /** By their index in the instruction. */
  readonly accounts?: Readonly<Record<number, Pubkey>>;
  readonly times?: number;
}

/** A transaction with an instruction of the program, whose other accounts do not matter. */
function made({ tag = 'deposit', amount = 5_000_000n, accounts = {}, times = 1 }: Made): string {
  const data = Buffer.alloc(16);
  data.set(TAGS[tag]);
  data.writeBigUInt64LE(amount, 8);
  const usual: Readonly<Record<number, Pubkey>> =
    tag === 'deposit'
      ? { 0: OWNER, 2: associatedTokenAddress(OWNER, SHARES), 3: USDC, 6: SHARES }
      : { 0: OWNER, 2: other, 5: USDC, 6: SHARES };
  const named = { ...usual, ...accounts };
  const roles = Array.from({ length: 17 }, (_, at) => {
    const address = named[at] ?? other;
    return role(address, { signer: address === OWNER, writable: address === OWNER });
  });
  const instruction = { program: LEND, accounts: roles, data };
  return Buffer.from(transactionOf(OWNER, Array(times).fill(instruction))).toString('base64');
}

/** A server of the Earn API that answers this transaction, and the venue there. */
async function serve(transaction: unknown, tokens: unknown = TOKENS, positions: unknown = POSITIONS) {
  const server = await startScriptedHttp(({ path }) => {
    if (path.startsWith('/lend/v1/earn/tokens')) return json(tokens);
    return json(path.startsWith('/lend/v1/earn/positions') ? positions : { transaction });
  });
  const options = { ...optionsAt(server, 'the-key'), url: `${server.url}/swap/v2` };
  const [, lend] = jupiterVenues({ ...options, programs: [SWAPS, LEND] });
  const close = () => server[Symbol.asyncDispose]();
  return { server, lend: lend as Venue, [Symbol.asyncDispose]: close };
}

const DEPOSIT = { market: 'jlUSDC', mint: USDC, amount: '5000000' };
const deposit = (change: object = {}): VenueRequest => ({
  ...{ action: 'lend_deposit', owner: OWNER, asker: ASKER },
  parameters: { ...DEPOSIT, ...change },
});
const WITHDRAWAL = { input_mint: SHARES, output_mint: USDC, amount: '5000000', minimum_out: '5100000' };
const withdrawal = (change: object = {}): VenueRequest => ({
  ...{ action: 'lend_withdraw', owner: OWNER, asker: ASKER },
  parameters: { ...WITHDRAWAL, ...change },
});

test('its program is called by it alone, and it is not offered without it', async () => {
  await using under = await serve('');
  expect([under.lend.name, under.lend.kind, under.lend.programs]).toEqual(['jupiter_lend', 'earn', [LEND]]);
  const options = { ...optionsAt(under.server), url: `${under.server.url}/swap/v2` };
  expect(jupiterVenues({ ...options, programs: [SWAPS] }).map(({ name }) => name)).toEqual(['jupiter']);
});

describe('a deposit', () => {
  test('is asked for below the same host, and becomes instructions', async () => {
    await using under = await serve(made({}));

    const built = (await under.lend.build?.(deposit())) as VenueInstructions;

    expect(built.instructions.map(({ program }) => program)).toEqual([LEND]);
    const [, asked] = under.server.questions;
    expect([asked?.method, asked?.path, asked?.headers['x-api-key']]).toEqual([
      ...['POST', '/lend/v1/earn/deposit', 'the-key'],
    ]);
    expect(JSON.parse(asked?.body ?? '')).toEqual({ asset: USDC, signer: OWNER, amount: '5000000' });
  });

  test('may put shares of Token-2022 into the owner’s account', async () => {
    const account = associatedTokenAddress(OWNER, SHARES, TOKEN_2022_PROGRAM_ID);
    await using under = await serve(made({ accounts: { 2: account } }));
    expect(await under.lend.build?.(deposit())).toMatchObject({ kind: 'instructions' });
  });

  test.for<[string, Made]>([
    ['of another amount', { amount: 5_000_001n }],
    ['by another wallet', { accounts: { 0: other } }],
    ['whose shares go elsewhere', { accounts: { 2: other } }],
    ['of another mint', { accounts: { 3: NATIVE_MINT } }],
    ['for other shares', { accounts: { 6: other } }],
    ['that is a withdrawal', { tag: 'withdraw' }],
    ['that is made twice', { times: 2 }],
  ])('%s is refused', async ([, change]) => {
    await using under = await serve(made(change));
    await expect(under.lend.build?.(deposit())).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });

  test.for([
    ['a market that does not exist', { market: 'jlUSDT' }],
    ['the market of another mint', { market: 'jlWSOL' }],
  ] as const)('into %s names the argument, and nothing is asked to build', async ([, change]) => {
    await using under = await serve(made({}));
    await expect(under.lend.build?.(deposit(change))).rejects.toMatchObject({
      ...{ code: 'PARAMETER_MALFORMED', context: { name: 'market' } },
    });
    expect(under.server.questions.map(({ path }) => path)).toEqual(['/lend/v1/earn/tokens']);
  });
});

describe('a withdrawal', () => {
  test('gives exactly the shares that were asked for', async () => {
    await using under = await serve(made({ tag: 'redeem' }));

    expect(await under.lend.build?.(withdrawal())).toMatchObject({ kind: 'instructions' });
    const [asked] = under.server.questions;
    expect(asked?.path).toBe('/lend/v1/earn/redeem');
    expect(JSON.parse(asked?.body ?? '')).toEqual({ asset: USDC, signer: OWNER, shares: '5000000' });
  });

  test.for<[string, Made]>([
    ['of other shares', { tag: 'redeem', accounts: { 6: other } }],
    ['of more shares', { tag: 'redeem', amount: 5_000_001n }],
    ['into another token', { tag: 'redeem', accounts: { 5: NATIVE_MINT } }],
    ['by another wallet', { tag: 'redeem', accounts: { 0: other } }],
    ['by an amount of tokens, which may take any number of shares', { tag: 'withdraw' }],
  ])('%s is refused', async ([, change]) => {
    await using under = await serve(made(change));
    await expect(under.lend.build?.(withdrawal())).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });
});

describe('lists', () => {
  const listed = (venue: Venue, list: VenueList, more: object = {}, owner: Pubkey | undefined = undefined) =>
    venue.list?.(list, { owner, parameters: { limit: 20, ...more }, asker: ASKER });

  test('name the markets with their shares, and the rates in basis points a year', async () => {
    await using under = await serve('');
    expect(await listed(under.lend, 'markets')).toMatchObject({
      results: [{ market: 'jlUSDC', assets: [SHARES, USDC] }, { market: 'jlWSOL' }],
      next_cursor: null,
    });
    expect(await listed(under.lend, 'rates', { market: 'jlUSDC' })).toMatchObject({
      results: [
        { market: 'jlUSDC', asset: USDC, kind: 'supply', per_year_bps: '435' },
        { market: 'jlUSDC', asset: USDC, kind: 'rewards', per_year_bps: '132' },
      ],
    });
    expect(await listed(under.lend, 'rates', { limit: 3, cursor: 'at-3' })).toMatchObject({
      results: [{ market: 'jlWSOL', kind: 'rewards' }],
      next_cursor: null,
    });
    expect(await listed(under.lend, 'markets', { limit: 1 })).toMatchObject({ next_cursor: 'at-1' });
  });

  test('of an answer that was recorded are read', async () => {
    await using under = await serve('', answerOf('lend-v1-tokens-recorded'));
    expect(await listed(under.lend, 'markets')).toMatchObject({
      results: [{ market: 'jlUSDC', assets: [SHARES, USDC] }],
    });
    expect(await listed(under.lend, 'rates')).toMatchObject({
      results: [
        { kind: 'supply', per_year_bps: '313' },
        { kind: 'rewards', per_year_bps: '110' },
      ],
    });
  });

  test('name the positions that hold something, and what a share is worth', async () => {
    await using under = await serve('');
    const { results } = (await listed(under.lend, 'positions', {}, OWNER)) ?? {};
    expect(results).toMatchObject([
      {
        ...{ market: 'jlWSOL', side: 'supplied', mark_price: '1.034483', liquidation_price: null },
        size: { asset: '2uQsyo1fXXQkDtcpXnLofWy88PxcvnfH2L8FPSE62FVU', amount: '100000000' },
      },
    ]);
    expect(under.server.questions[0]?.path).toBe(`/lend/v1/earn/positions?users=${OWNER}`);
  });

  test('of another owner, or with a rate whose unit is not the documented one, are refused', async () => {
    const fraction = [{ ...TOKENS[0], supplyRate: '0.025' }];
    await using under = await serve('', fraction, [{ ...POSITIONS[0], ownerAddress: other }]);
    await expect(listed(under.lend, 'rates')).rejects.toMatchObject({ code: 'VENUE_FAILED' });
    await expect(listed(under.lend, 'positions', {}, OWNER)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
    await expect(listed(under.lend, 'orders', {}, OWNER)).rejects.toMatchObject({
      code: 'VENUE_LISTS_NOTHING',
    });
  });
});
