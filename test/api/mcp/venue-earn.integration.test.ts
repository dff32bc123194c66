import { expect, test } from 'vitest';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { TOKEN_ACCOUNT_RENT } from '../../../core/rules/native-coin.ts';
import { associatedTokenAddress } from '../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { mint, role, token, transactionOf, wallet } from '../venues/chain-of.ts';
import { answerOf } from '../venues/jupiter/support.ts';
import { openVenueApi } from './support/venue-api.ts';
import { decisionsOfVenues, SOL } from './support/venue-suite.ts';

const store = decisionsOfVenues();
const LEND = parsePubkey('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9');
const USDC = parsePubkey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const SHARES = parsePubkey('9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D');
const [usdc, shares] = [pubkeyOf('account of the deposit'), pubkeyOf('account of the shares')];
const DEPOSIT = { market: 'jlUSDC', mint: USDC, amount: '1000' };
const WITHDRAWAL = { input_mint: SHARES, output_mint: USDC, amount: '900', minimum_out: '1000' };
const WITHDRAW = { action: 'lend_withdraw', arguments: WITHDRAWAL };
const TAGS = { deposit: 'f223c68952e1f2b6', redeem: 'b80c569546c461e1' };

/** An answer of the Earn API, in the order of accounts of the program's IDL. */
function answered(kind: keyof typeof TAGS, owner: Pubkey): string {
  const data = Buffer.alloc(16);
  data.write(TAGS[kind], 'hex');
  data.writeBigUInt64LE(kind === 'deposit' ? 1_000n : 900n, 8);
  const own = associatedTokenAddress(owner, SHARES);
  const accounts =
    kind === 'deposit'
      ? [owner, usdc, own, USDC, LEND, LEND, SHARES]
      : [owner, shares, usdc, LEND, LEND, USDC, SHARES];
  const roles = accounts.map((one) =>
    role(one, { signer: one === owner, writable: [owner, usdc, own, shares].includes(one) }),
  );
  return Buffer.from(transactionOf(owner, [{ program: LEND, accounts: roles, data }])).toString('base64');
}

/** An owner, whose deposit is made or given back by a scripted Earn API. */
async function earning(kind: keyof typeof TAGS) {
  let transaction = '';
  const jupiter = await startScriptedHttp(({ path }) => ({
    status: 200,
    body: JSON.stringify(path.endsWith('/tokens') ? answerOf('lend-v1-tokens') : { transaction }),
  }));
  const settings = { JUPITER_API_URL: `${jupiter.url}/swap/v2`, JUPITER_PROGRAMS: LEND };
  const under = await openVenueApi(store.oltp, settings);
  const owner = under.owner.address;
  transaction = answered(kind, owner);
  return { under, owner, [Symbol.asyncDispose]: () => jupiter[Symbol.asyncDispose]() };
}

test('a deposit is proposed, checked against what leaves, and handed out', async () => {
  await using opened = await earning('deposit');
  const { under, owner } = opened;
  const own = associatedTokenAddress(owner, SHARES);
  const mints = [USDC, SHARES].map((address) => [address, mint(6)] as const);
  under.chain.before = new Map([
    ...mints,
    [owner, wallet(SOL)],
    [usdc, token({ mint: USDC, owner, amount: 5_000n })],
  ]);
  const after = (left: bigint) =>
    new Map([
      ...mints,
      [owner, wallet(SOL - 5_001n - TOKEN_ACCOUNT_RENT)],
      [usdc, token({ mint: USDC, owner, amount: left })],
      [own, token({ mint: SHARES, owner, amount: 966n })],
    ]);
  under.chain.after = after(4_000n);

  const { plan } = await under.call('lend_deposit', DEPOSIT);
  expect(plan).toMatchObject({ gives: [{ mint: USDC, amount: '1000' }], route: { venue: 'jupiter_lend' } });
  const { intent } = await under.propose('lend_deposit', DEPOSIT);
  expect(await under.handOut(intent.id)).toMatchObject({ status: 200 });

  under.chain.after = after(3_999n);
  expect(await under.call('lend_deposit', DEPOSIT)).toMatchObject({ code: 'venue_transaction_refused' });
});

test('a withdrawal gives exactly its shares, and is refused where less than its minimum comes in', async () => {
  await using opened = await earning('redeem');
  const { under, owner } = opened;
  const mints = [USDC, SHARES].map((address) => [address, mint(6)] as const);
  const state = (lamports: bigint, held: bigint, got: bigint) =>
    new Map([
      ...mints,
      [owner, wallet(lamports)],
      [shares, token({ mint: SHARES, owner, amount: held })],
      [usdc, token({ mint: USDC, owner, amount: got })],
    ]);
  under.chain.before = state(SOL, 900n, 0n);
  under.chain.after = state(SOL - 5_001n, 0n, 1_000n);

  const { plan } = await under.call('create_execution_intent', WITHDRAW);
  expect(plan).toMatchObject({
    gives: [{ mint: SHARES, amount: '900' }],
    minimum_out: { mint: USDC, amount: '1000' },
    route: { venue: 'jupiter_lend' },
  });
  under.chain.after = state(SOL - 5_001n, 0n, 999n);
  expect(await under.call('create_execution_intent', WITHDRAW)).toMatchObject({
    ...{ code: 'venue_transaction_refused', detail: expect.stringContaining('999') },
  });
});

test('what is not of the Earn API is not asked of it', async () => {
  await using opened = await earning('deposit');
  const { under } = opened;
  const loan = { market: 'jlUSDC', mint: USDC, amount: '5' };
  for (const tool of ['lend_borrow', 'lend_repay'])
    expect(await under.call(tool, loan)).toMatchObject({
      ...{ code: 'venue_not_configured', detail: expect.stringContaining('VENUE_LENDING_URL') },
    });
  const rates = await under.call('list_venue', { venue: 'earn', list: 'rates' }, ['read']);
  expect(rates).toMatchObject({ venue: 'jupiter_lend', rates: [{ per_year_bps: '435' }, {}, {}, {}] });
});
