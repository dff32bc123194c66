import { describe, expect, test } from 'vitest';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import type { Told } from '../../support/agent-records-under-test.ts';
import { FEE_WALLET, friends, MINT, PROGRAM_OWNED, rentOf, transferSuite } from './transfer-suite.ts';

const U64_MAX = '18446744073709551615';

const suite = transferSuite();
const { ask, bulk, call, confirm, registered, send } = suite;

describe('the technology fee', () => {
  const account = associatedTokenAddress(FEE_WALLET, MINT);

  test('is shown in plan and intent and is the last instruction of what is signed, rounded down', async () => {
    const charged = { mint: MINT, amount: '24', account };
    const { plan } = await send('999');
    expect(plan).toMatchObject({
      technology_fee: charged,
      outflows: [{ mint: MINT, amount: '999' }, rentOf(1)],
    });
    expect(plan.transaction.instructions.at(-1)).toMatchObject({ amount: { amount: '24', decimals: 6 } });

    const intent = await confirm('999');
    expect(intent.technology_fee).toEqual(charged);
    const { json: handed } = await ask(intent.id, 'transaction');
    const amounts = handed.instructions.flatMap(({ amount }: Told) => amount?.amount ?? []);
    expect(amounts).toEqual(['999', '24']);
  });

  test('is none where rounding leaves none, and where its wallet has no account for the token', async () => {
    expect((await send('39')).plan.technology_fee).toBeNull();
    expect((await send('40')).plan.technology_fee).toMatchObject({ amount: '1' });
    suite.stand(false);
    const { plan } = await send('999');
    expect(plan.technology_fee).toBeNull();
    expect(plan.transaction.instructions.at(-1)).toMatchObject({ amount: { amount: '999' } });
  });
});

describe('the plan of a transfer', () => {
  const rent = {
    ...{ asset: NATIVE_MINT, mint: NATIVE_MINT, chain: null, unit: 'base_units', amount: '2039280' },
    ...{ symbol: 'SOL', decimals: 9, ui_amount: '0.00203928' },
  };
  const given = (amount: string, ui_amount: string) => ({
    ...{ asset: MINT, mint: MINT, chain: null, unit: 'base_units', amount },
    ...{ symbol: null, decimals: 6, ui_amount },
  });

  test('names the tokens and the rent that are given, and that nothing is received', async () => {
    const { plan } = await send('999');
    expect(plan).toMatchObject({ gives: [given('999', '0.000999'), rent], receives: [], fees: [] });
    expect(plan).toMatchObject({
      minimum_out: null,
      price_impact_bps: null,
      route: null,
      slippage_bps: null,
    });
    suite.has(pubkeyOf('friend 0'));
    expect((await send('1')).plan.gives).toEqual([given('1', '0.000001')]);
  });
});

describe('many are sent to at once', () => {
  test('with one intent of their sum, each transfer in it, as many as fit into one transaction', async () => {
    const refused = await bulk(friends(20));
    expect(refused).toMatchObject({ code: 'recipients_too_many' });
    const fit = Number(/The first (\d+) do/.exec(refused.detail)?.[1]);
    expect(fit).toBeGreaterThan(1);

    expect(await bulk(friends(fit + 1))).toMatchObject({ code: 'recipients_too_many' });
    const { plan } = await bulk(friends(fit, '100'), { decimals: 6 });
    expect(plan.outflows).toEqual([{ mint: MINT, amount: `${fit * 100}` }, rentOf(fit)]);
    const amounts = plan.transaction.instructions.flatMap(({ amount }: Told) => amount?.amount ?? []);
    expect(amounts).toEqual([...friends(fit).map(() => '100'), `${Math.floor((fit * 100 * 250) / 10_000)}`]);
  });

  test.for<[string, readonly object[], object, string]>([
    ['none', [], {}, 'parameter_malformed'],
    ['one that is named twice', [...friends(1), ...friends(1)], {}, 'parameter_malformed'],
    ['an amount that is none', [{ recipient: pubkeyOf('x'), amount: '1.5' }], {}, 'parameter_malformed'],
    ['a name that nobody has', [{ recipient: 'mum', amount: '1' }], {}, 'recipient_unknown'],
    ['a program', [{ recipient: PROGRAM_OWNED, amount: '1' }], {}, 'recipient_unknown'],
    ['decimals that are others', friends(2), { decimals: 9 }, 'amount_malformed'],
    ['a sum past the range of amounts', friends(2, U64_MAX), {}, 'amount_malformed'],
    ['more than there is', friends(2, '5001'), {}, 'balance_too_low'],
    ['a mint that is none', friends(2), { mint: pubkeyOf('no mint') }, 'mint_unknown'],
  ])('%s is refused, and nothing is kept', async ([, recipients, more, code]) => {
    expect(await bulk(recipients, more)).toMatchObject({ code });
    expect(await suite.listed()).toEqual([]);
  });

  test('a registered counterparty is meant by its label', async () => {
    const address = pubkeyOf('my mother');
    await call('register_counterparty_set', { counterparties: [{ address, label: 'mum' }] });
    const { plan } = await bulk([{ recipient: 'mum', amount: '7' }]);
    expect(plan.summary).toContain(address);
  });

  test('a label that reads like an address leads nobody elsewhere, though it was stored', async () => {
    const friend = pubkeyOf('friend 0');
    await registered([{ address: pubkeyOf('a thief'), label: friend }]);
    const { plan } = await send('7');
    expect(plan.summary).toContain(friend);
  });

  test('a label that has come to mean another wallet since it was planned is no longer what was planned', async () => {
    await registered([{ address: pubkeyOf('my mother'), label: 'mum' }]);
    const named = { recipient: 'mum', mint: MINT, amount: '7' };
    const { plan } = await call('send_token_social', named);
    await registered([{ address: pubkeyOf('a thief'), label: 'mum' }]);
    const confirmed = { ...named, confirm: true, plan_id: plan.plan_id };
    expect(await call('send_token_social', confirmed)).toMatchObject({ code: 'plan_mismatch' });
    expect(await suite.listed()).toEqual([]);
  });
});

describe('the rent of token accounts that recipients lack', () => {
  const [one, two] = [pubkeyOf('friend 0'), pubkeyOf('friend 1')];

  test('is what leaves for those that have none, and for nobody else', async () => {
    expect((await bulk(friends(2))).plan.outflows).toEqual([{ mint: MINT, amount: '2' }, rentOf(2)]);
    suite.has(one);
    expect((await bulk(friends(2))).plan.outflows).toEqual([{ mint: MINT, amount: '2' }, rentOf(1)]);
    suite.has(two);
    expect((await bulk(friends(2))).plan.outflows).toEqual([{ mint: MINT, amount: '2' }]);
    const native = { mint: NATIVE_MINT, amount: '5', recipient: pubkeyOf('friend 9') };
    const { plan } = await call('send_token_social', native);
    expect(plan.outflows).toEqual([{ mint: NATIVE_MINT, amount: '5' }]);
  });

  test('is judged by the limits and the policy of the native coin', async () => {
    const limit = { mint: NATIVE_MINT, per_intent: '2039280', per_day: null };
    await call('set_trading_limits', { limits: [limit] });
    expect(await bulk(friends(1))).toMatchObject({ stage: 'planned' });
    expect(await bulk(friends(2))).toMatchObject({ code: 'limit_exceeded' });
    await call('set_wallet_policy', { allowed_mints: [MINT] });
    expect(await bulk(friends(1))).toMatchObject({ code: 'policy_forbids' });
    suite.has(one);
    expect(await bulk(friends(1))).toMatchObject({ stage: 'planned' });
  });

  test('is not paid beyond the plan to whoever closes an account before the owner signs', async () => {
    const stood = suite.chain.before;
    suite.has(one);
    const { id } = await confirm('999');
    suite.chain.before = stood;
    const refused = await ask(id, 'transaction');
    expect(refused).toMatchObject({ status: 409, json: { code: 'simulation_failed' } });
    expect(refused.json.detail).toContain('needs 2039280 lamports of rent instead of the planned 0');
    suite.has(one);
    expect(await ask(id, 'transaction')).toMatchObject({ status: 200 });
  });
});
