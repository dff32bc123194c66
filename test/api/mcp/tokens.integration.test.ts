import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WalletChain } from '../../../api/read/chain/wallets.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { type Localnet, startLocalnet } from '../../../fixtures/localnet/localnet.ts';
import { NAME_PROGRAM_ID, NAME_TOKENIZER_ID, nameAddresses } from '../../../idl/name-service.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { METADATA_PROGRAM_ID, metadataAddress } from '../../../idl/token-metadata.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { localnetWallet } from '../../support/localnet-wallet.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/scripted-http.ts';
import { type Held, token, wallet } from '../venues/chain-of.ts';
import { openVenueApi, type VenueApi } from './support/venue-api.ts';
import { decisionsOfVenues, json } from './support/venue-suite.ts';

const [GOLD, FAKE, DUST] = [pubkeyOf('gold'), pubkeyOf('fake'), pubkeyOf('dust')];
const HOLDER = pubkeyOf('holder');
const store = decisionsOfVenues();

const text = (value: string) => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

interface MintParts {
  readonly decimals: number;
  readonly authority?: Pubkey;
  readonly freeze?: Pubkey;
  readonly extensions?: readonly (readonly [type: number, data: Uint8Array])[];
}

/** A mint of either token program. */
function mintOf({ decimals, authority, freeze, extensions = [] }: MintParts): Held {
  const base = Buffer.alloc(extensions.length > 0 ? 166 : 82);
  for (const [at, key] of [
    [0, authority],
    [46, freeze],
  ] as const) {
    if (key === undefined) continue;
    base.writeUInt32LE(1, at);
    base.set(pubkeyBytes(key), at + 4);
  }
  base.writeBigUInt64LE(5_000_000n, 36);
  base[44] = decimals;
  base[45] = 1;
  if (extensions.length > 0) base[165] = 1;
  const tail = extensions.map(([type, data]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type);
    head.writeUInt16LE(data.length, 2);
    return Buffer.concat([head, data]);
  });
  const owner = extensions.length > 0 ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID;
  return { owner, lamports: 1n, data: Buffer.concat([base, ...tail]) };
}

const called = (mint: Pubkey, name: string, symbol: string) =>
  Buffer.concat([pubkeyBytes(HOLDER), pubkeyBytes(mint), text(name), text(symbol), text('')]);

/** A node that knows these accounts, at slot 77. */
function walletChainOf(accounts: ReadonlyMap<Pubkey, Held>): WalletChain {
  const owned = [...accounts].flatMap(([address, { data }]) => {
    const view = Buffer.from(data);
    const isOwned = data.length === 165 && view.subarray(32, 64).equals(Buffer.from(pubkeyBytes(HOLDER)));
    if (!isOwned) return [];
    const mint = [GOLD, FAKE, DUST].find((one) => view.subarray(0, 32).equals(Buffer.from(pubkeyBytes(one))));
    return [{ address, mint: mint ?? NATIVE_MINT, amount: view.readBigUInt64LE(64) }];
  });
  return {
    tokens: async () => owned.sort((a, b) => (a.address < b.address ? -1 : 1)),
    accounts: async (addresses) => ({ slot: 77n, held: addresses.map((one) => accounts.get(one)) }),
    history: async () => [],
    change: async () => undefined,
  };
}

const held = (mint: Pubkey, amount: bigint, program?: Pubkey) =>
  token({ mint, owner: HOLDER, amount, ...(program && { program }) });

const ACCOUNTS: ReadonlyMap<Pubkey, Held> = new Map([
  [HOLDER, wallet(2_500_000_000n)],
  [pubkeyOf('gold account'), held(GOLD, 1_250_000n)],
  [pubkeyOf('fake account'), held(FAKE, 7n, TOKEN_2022_PROGRAM_ID)],
  [pubkeyOf('dust account'), held(DUST, 0n)],
  [GOLD, mintOf({ decimals: 6, authority: pubkeyOf('minter') })],
  [
    metadataAddress(GOLD),
    {
      owner: METADATA_PROGRAM_ID,
      lamports: 1n,
      data: Buffer.concat([Buffer.of(4), called(GOLD, 'Gold\0\0', 'GLD\0')]),
    },
  ],
  [
    FAKE,
    mintOf({
      decimals: 0,
      extensions: [
        [19, called(FAKE, 'USD\u202eCoin', 'USDC')],
        [12, pubkeyBytes(HOLDER)],
      ],
    }),
  ],
]);

describe('reads of wallets, tokens and prices', () => {
  let market: ScriptedHttp;
  let under: VenueApi;
  let reply: (path: string) => unknown;
  beforeAll(async () => {
    market = await startScriptedHttp(({ path }) => {
      const said = reply(path);
      return said === undefined ? { status: 500, body: '' } : json(said);
    });
    under = await openVenueApi(store.oltp, {
      MARKET_DATA_URL: market.url,
      MARKET_DATA_API_KEY: 'a-key',
      TOKEN_SYMBOLS: `${GOLD}=GLD,${FAKE}=TWO,${DUST}=TWO`,
    });
  });
  afterAll(() => market[Symbol.asyncDispose]());
  beforeEach(() => {
    reply = () => undefined;
    under.tokens.chain = walletChainOf(ACCOUNTS);
  });

  describe('get_wallet_balances', () => {
    const priceOf = (value: unknown) => ({ value, updateUnixTime: 1_767_225_540 });

    test('shows SOL and tokens of both programs at one slot, worth what the provider says', async () => {
      reply = () => ({
        success: true,
        data: { [NATIVE_MINT]: priceOf(200), [GOLD]: priceOf(1.2e-7), [FAKE]: null },
      });

      const answer = await under.call('get_wallet_balances', { wallet: HOLDER });

      const price = (usd: string) => ({ usd, at: '2025-12-31T23:59:00Z', age_seconds: 60 });
      expect(answer).toMatchObject({
        wallet: HOLDER,
        resolved: [],
        slot: 77,
        count: 2,
        empty_accounts: 1,
        next_cursor: null,
      });
      expect(answer.prices).toEqual({ source: new URL(market.url).host, missing: null });
      expect(answer.results[0]).toMatchObject({
        ...{ mint: NATIVE_MINT, symbol: 'SOL', program: 'native', account: HOLDER, ui_amount: '2.5' },
        ...{ price: price('200'), value_usd: '500' },
      });
      const of = (mint: Pubkey) => answer.results.find((row: { mint: Pubkey }) => row.mint === mint);
      expect(of(GOLD)).toMatchObject({
        ...{
          symbol: 'GLD',
          name: 'Gold',
          program: 'token',
          amount: '1250000',
          decimals: 6,
          ui_amount: '1.25',
        },
        ...{ price: price('0.00000012'), value_usd: '0', frozen: false },
      });
      // A name that is made to be read as another is not shown.
      expect(of(FAKE)).toMatchObject({
        name: null,
        program: 'token-2022',
        amount: '7',
        price: null,
        value_usd: null,
      });
      expect(market.questions.at(-1)?.headers).toMatchObject({ 'x-api-key': 'a-key', 'x-chain': 'solana' });
    });

    test('pages by account, with SOL on the first page alone', async () => {
      const first = await under.call('get_wallet_balances', { wallet: HOLDER, limit: 1 });
      const second = await under.call('get_wallet_balances', {
        wallet: HOLDER,
        limit: 1,
        cursor: first.next_cursor,
      });

      expect([first.results.length, second.results.length, second.next_cursor]).toEqual([2, 1, null]);
      const mints = [...first.results, ...second.results].map(({ mint }: { mint: Pubkey }) => mint);
      expect(mints.toSorted()).toEqual([NATIVE_MINT, GOLD, FAKE].toSorted());
    });

    test('shows balances without values if the provider fails, and says why', async () => {
      const answer = await under.call('get_wallet_balances', { wallet: HOLDER });

      expect(answer.results[0]).toMatchObject({ amount: '2500000000', price: null, value_usd: null });
      expect(answer.prices).toEqual({ source: null, missing: expect.stringContaining('HTTP 500') });
    });

    test('without a provider names the setting, without a node refuses, and refuses what is no wallet', async () => {
      const bare = await openVenueApi(store.oltp, {});
      expect(await bare.call('get_wallet_balances')).toMatchObject({ code: 'chain_reader_missing' });
      bare.tokens.chain = walletChainOf(ACCOUNTS);
      expect(await bare.call('get_wallet_balances')).toMatchObject({
        wallet: bare.owner.address,
        results: [{ symbol: 'SOL', amount: '0' }],
        prices: { source: null, missing: expect.stringContaining('MARKET_DATA_API_KEY') },
      });
      for (const raw of [{ wallet: 'bob' }, { limit: 31 }, { cursor: 'x' }]) {
        expect(await bare.call('get_wallet_balances', raw)).toMatchObject({ code: 'parameter_malformed' });
      }
      expect(await bare.call('get_wallet_balances', { wallet: 'nobody.sol' })).toMatchObject({
        code: 'name_unresolved',
        detail: 'nobody.sol does not resolve to a wallet: it is not registered on this cluster.',
      });
    });
  });

  describe('find_token', () => {
    const listed = (...mints: readonly Pubkey[]) => ({
      data: {
        items: [{ type: 'token', result: mints.map((address) => ({ address, symbol: 'GLDX', name: 'X' })) }],
      },
    });

    test('by its mint says who can do what to it, and that nobody vouches for it', async () => {
      const { results, slot, searched } = await under.call('find_token', { query: FAKE });

      expect([slot, searched]).toEqual([77, ['the chain']]);
      expect(results).toMatchObject([
        {
          ...{
            mint: FAKE,
            symbol: 'TWO',
            symbol_by: 'TOKEN_SYMBOLS',
            program: 'token-2022',
            supply: '5000000',
          },
          ...{ mint_authority: null, extensions: ['token_metadata', 'permanent_delegate'] },
          metadata: { name: null, symbol: 'USDC', update_authority: HOLDER },
        },
      ]);
      const concerns = results[0].risks.filter(({ concern }: { concern: boolean }) => concern);
      expect(concerns.map(({ input }: { input: string }) => input)).toEqual([
        'metadata.update_authority',
        'extensions.permanent_delegate',
      ]);
    });

    test('by a symbol lists what the operator names first, then what the provider finds, if it is a mint', async () => {
      reply = (path) => (path.includes('search') ? listed(FAKE, GOLD, pubkeyOf('no mint')) : { data: null });

      const { results, searched, prices } = await under.call('find_token', { query: 'gld' });

      expect(results.map(({ mint, symbol_by }: Record<string, string>) => [mint, symbol_by])).toEqual([
        [GOLD, 'TOKEN_SYMBOLS'],
        [FAKE, new URL(market.url).host],
      ]);
      expect(results[0]).toMatchObject({
        ui_supply: '5',
        mint_authority: pubkeyOf('minter'),
        freeze_authority: null,
      });
      expect(results[1].risks).toContainEqual({ input: 'symbol', concern: true, text: expect.any(String) });
      expect(searched).toContain(new URL(market.url).host);
      expect(prices.missing).toContain('malformed');
    });

    test('refuses an account that is no mint and a query that is none, and finds nothing by nothing', async () => {
      reply = () => ({ data: { items: [] } });
      expect(await under.call('find_token', { query: HOLDER })).toMatchObject({ code: 'mint_unknown' });
      expect(await under.call('find_token', { query: '' })).toMatchObject({ code: 'parameter_malformed' });
      expect(await under.call('find_token', { query: 'nothing' })).toMatchObject({ results: [] });
    });
  });

  describe('get_prices', () => {
    const bar = (unixTime: number) => ({ unixTime, o: 1.5, h: '2', l: 1, c: 1.25, v: 1e3 });

    test('takes symbols, and says what they were taken for and how old a price is', async () => {
      const unseen = { value: null, updateUnixTime: null };
      // As https://docs.birdeye.so/reference/get-defi-multi_price shows it.
      const seen = { value: 144.47853340269344, updateUnixTime: 1_767_225_590, priceChange24h: -2.23 };
      reply = () => ({ success: true, data: { [GOLD]: seen, [NATIVE_MINT]: unseen } });

      expect(await under.call('get_prices', { tokens: ['gld', NATIVE_MINT] })).toEqual({
        source: new URL(market.url).host,
        resolved: [{ given: 'gld', address: GOLD, by: 'TOKEN_SYMBOLS' }],
        results: [
          {
            token: 'gld',
            mint: GOLD,
            price: { usd: '144.47853340269344', at: '2025-12-31T23:59:50Z', age_seconds: 10 },
          },
          { token: NATIVE_MINT, mint: NATIVE_MINT, price: null },
        ],
        history: null,
      });
    });

    test('adds whole past hours of one token, and counts the missing ones', async () => {
      const end = Date.UTC(2026, 0, 1) / 1000;
      reply = (path) =>
        path.includes('ohlcv')
          ? { data: { items: [bar(end), bar(end - 3_600), bar(end - 10_800)] } }
          : { data: null };

      const { history } = await under.call('get_prices', { tokens: ['SOL'], history_hours: 3 });

      const hour = { open: '1.5', high: '2', low: '1', close: '1.25', volume: '1000' };
      expect(history).toEqual({
        missing_hours: 1,
        hours: [
          { at: '2025-12-31T21:00:00Z', ...hour },
          { at: '2025-12-31T23:00:00Z', ...hour },
        ],
      });
      expect(market.questions.at(-1)?.path).toContain(`time_from=${end - 10_800}&time_to=${end - 3_600}`);
    });

    test('refuses a symbol of several tokens with their mints, an unknown one, and history of several', async () => {
      expect(await under.call('get_prices', { tokens: ['TWO'] })).toMatchObject({
        code: 'token_ambiguous',
        detail: expect.stringMatching(new RegExp(`${FAKE}.*${DUST}|${DUST}.*${FAKE}`)),
      });
      reply = () => ({ data: { items: [] } });
      expect(await under.call('get_prices', { tokens: ['NONE'] })).toMatchObject({ code: 'token_unknown' });
      for (const raw of [{ tokens: [] }, { tokens: ['a b'] }, { tokens: ['SOL', 'GLD'], history_hours: 1 }]) {
        expect(await under.call('get_prices', raw)).toMatchObject({ code: 'parameter_malformed' });
      }
    });

    test('without a provider names the setting', async () => {
      const bare = await openVenueApi(store.oltp, {});
      expect(await bare.call('get_prices', { tokens: ['SOL'] })).toMatchObject({
        code: 'prices_not_configured',
        detail: expect.stringContaining('MARKET_DATA_API_KEY'),
      });
    });
  });

  describe('a .sol name', () => {
    const { registry, nft, recordV2 } = nameAddresses('gold-holder');
    const held = (owner: Pubkey, data: Uint8Array): Held => ({ owner, lamports: 1n, data });
    const registered = (owner: Pubkey) =>
      held(NAME_PROGRAM_ID, Buffer.concat([Buffer.alloc(32), pubkeyBytes(owner), Buffer.alloc(32)]));
    const record = (writer: Pubkey, proof: Pubkey) => {
      const head = Buffer.from([1, 0, 1, 0, 32, 0, 0, 0]);
      const keys = [writer, proof, HOLDER].map((key) => pubkeyBytes(key));
      return held(NAME_PROGRAM_ID, Buffer.concat([Buffer.alloc(96), head, ...keys]));
    };
    const wallet = localnetWallet(1).address;
    const call = (accounts: readonly (readonly [Pubkey, Held])[]) => {
      under.tokens.chain = walletChainOf(new Map([...ACCOUNTS, ...accounts]));
      return under.call('get_wallet_balances', { wallet: 'Gold-Holder.sol' });
    };

    test.for<[string, Pubkey, readonly (readonly [Pubkey, Held])[]]>([
      ['its owner', wallet, []],
      ['the wallet of its record', HOLDER, [[recordV2, record(wallet, HOLDER)]]],
      ['its owner, if an earlier one wrote the record', wallet, [[recordV2, record(GOLD, HOLDER)]]],
    ])('means %s', async ([, expected, accounts]) => {
      expect(await call([[registry, registered(wallet)], ...accounts])).toMatchObject({
        wallet: expected,
        resolved: [{ given: 'Gold-Holder.sol', address: expected, by: 'Solana Name Service' }],
      });
    });

    test.for<[string, Pubkey, readonly (readonly [Pubkey, Held])[]]>([
      ['is wrapped as a token', wallet, [[nft, held(NAME_TOKENIZER_ID, Buffer.of(2))]]],
      ['has not confirmed it', wallet, [[recordV2, record(wallet, GOLD)]]],
      ['belongs to a program', registry, []],
    ])('that %s is refused', async ([reason, owner, accounts]) => {
      expect(await call([[registry, registered(owner)], ...accounts])).toMatchObject({
        code: 'name_unresolved',
        detail: expect.stringContaining(reason),
      });
    });
  });

  describe('a symbol in place of a mint', () => {
    const quoting = { input_mint: 'gld', output_mint: 'SOL', amount: '5' };

    test('stands for the mint that the operator gives it, in what is proposed too', async () => {
      const venue = await startScriptedHttp(() =>
        json({ kind: 'hand_off', url: 'https://127.0.0.1/orders/7' }),
      );
      const lending = await openVenueApi(store.oltp, {
        VENUE_LENDING_URL: venue.url,
        TOKEN_SYMBOLS: `${GOLD}=GLD`,
      });
      const raw = { market: 'main', mint: 'GLD', amount: '5' };
      const outflows = [{ mint: GOLD, amount: '5' }];

      const { plan } = await lending.call('lend_deposit', raw);
      expect(plan).toMatchObject({ outflows, summary: expect.stringContaining(GOLD) });
      const confirmed = { ...raw, mint: GOLD, confirm: true, plan_id: plan.plan_id };
      expect(await lending.call('lend_deposit', confirmed)).toMatchObject({ intent: { outflows } });
      const nested = { action: 'lend_deposit', arguments: raw };
      expect(await lending.call('create_execution_intent', nested)).toMatchObject({ plan: { outflows } });
      const asked = venue.questions.map(({ body }) => JSON.parse(body).parameters.mint);
      expect(new Set(asked)).toEqual(new Set([GOLD]));
      await venue[Symbol.asyncDispose]();
    });

    test('is refused if it is of several tokens, or of none that anybody here vouches for', async () => {
      const asked = market.questions.length;
      expect(await under.call('get_quotes', quoting)).toMatchObject({ code: 'venue_not_configured' });
      expect(await under.call('get_quotes', { ...quoting, input_mint: 'TWO' })).toMatchObject({
        code: 'token_ambiguous',
        detail: expect.stringContaining(FAKE),
      });
      expect(await under.call('get_quotes', { ...quoting, input_mint: 'GLDX' })).toMatchObject({
        code: 'parameter_malformed',
      });
      expect(market.questions).toHaveLength(asked);
    });
  });

  describe('on the local chain', () => {
    let chain: Localnet;
    let live: VenueApi;
    beforeAll(async () => {
      chain = await startLocalnet({ speed: 0 });
      const symbols = [...chain.symbols].map((pair) => pair.join('=')).join(',');
      live = await openVenueApi(store.oltp, { SOLANA_RPC_URL: chain.rpcUrl, TOKEN_SYMBOLS: symbols });
    });
    afterAll(() => chain.close());

    test('get_wallet_balances reads SOL and stablecoins by the node', async () => {
      const { address } = localnetWallet(94);
      const answer = await live.call('get_wallet_balances', { wallet: address });

      expect(answer).toMatchObject({ slot: Number(chain.chain.heads.confirmed), commitment: 'confirmed' });
      expect(answer.results).toMatchObject([
        { symbol: 'SOL', program: 'native', ui_amount: expect.stringMatching(/^999\./) },
        { symbol: 'USDC', program: 'token', decimals: 6, ui_amount: expect.stringMatching(/^99999\d{4}/) },
      ]);
    });

    test('the node tells what a wallet did, and what a transaction changed for it', async () => {
      const { address } = localnetWallet(94);
      const node = live.tokens.chain;
      const [newest] = (await node?.history(address, { limit: 1, before: undefined })) ?? [];
      const change = await node?.change(address, newest?.signature ?? '');

      expect(newest).toMatchObject({ failed: false, slot: change?.slot, time: expect.any(BigInt) });
      const usdc = [...chain.symbols].find(([, symbol]) => symbol === 'USDC')?.[0] as Pubkey;
      expect([(change?.changes.get(NATIVE_MINT) ?? 0n) < 0n, (change?.changes.get(usdc) ?? 0n) < 0n]).toEqual(
        [true, true],
      );
      expect(await node?.history(address, { limit: 1, before: newest?.signature })).not.toContainEqual(
        newest,
      );
    });
  });
});
