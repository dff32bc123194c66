import { describe, expect, test } from 'vitest';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { hasUnknownPrograms, paymentsOf, rentForOthers, rentOf } from '../../../web/model/payments.ts';

const OWNER = 'owner';
const MINT = parsePubkey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

const told = (
  program_name: string | null,
  instruction: string | null,
  accounts: Readonly<Record<string, string>>,
  amount: bigint | null = null,
  mint: string = MINT,
) => ({
  ...{ program_name, instruction },
  accounts: Object.entries(accounts).map(([name, address]) => ({ name, address })),
  amount: amount === null ? null : { mint, amount, decimals: 6 },
});

const make = (associated_token_account: string, wallet: string, payer = OWNER) =>
  told('Associated Token Account', 'create_idempotent', { payer, associated_token_account, wallet });
const send = (destination: string, amount: bigint, authority = OWNER) =>
  told('SPL Token', 'transfer_checked', { source: 'mine', destination, authority }, amount);
const sendNative = (to: string, amount: bigint, from = OWNER) =>
  told('System', 'transfer', { from, to }, amount, NATIVE_MINT);

const pays = (instructions: readonly ReturnType<typeof told>[], fee: { account: string } | null = null) =>
  paymentsOf(instructions, {
    owner: OWNER,
    technology_fee: fee && { ...fee, mint: MINT, amount: 5n },
  }).map(({ to, amount, isWallet }) => [to, amount, isWallet]);

describe('whom a transaction pays', () => {
  test('is told by the accounts that it makes, in the order of its transfers', () => {
    const made = [make('of bob', 'bob'), make('of al', 'al'), send('of al', 7n), send('of bob', 8n)];
    expect(pays(made)).toEqual([
      ['al', 7n, true],
      ['bob', 8n, true],
    ]);
    expect(pays([sendNative('bob', 9n)])).toEqual([['bob', 9n, true]]);
  });

  test('is a token account where nothing says whose it is', () => {
    expect(pays([make('of al', 'al'), send('of bob', 8n)])).toEqual([['of bob', 8n, false]]);
  });

  test('leaves the technology fee out, and only that', () => {
    const fee = { account: 'of fees' };
    expect(pays([make('of al', 'al'), send('of al', 7n), send('of fees', 5n)], fee)).toEqual([
      ['al', 7n, true],
    ]);
    expect(pays([send('of fees', 5n), send('of fees', 6n)], fee)).toEqual([
      ['of fees', 5n, false],
      ['of fees', 6n, false],
    ]);
  });

  test('is told of what the owner pays alone, by programs that are known', () => {
    expect(pays([send('of al', 7n, 'another'), sendNative('al', 7n, 'another')])).toEqual([]);
    const posing = told(
      'Escrow',
      'transfer_checked',
      { source: 'mine', destination: 'x', authority: OWNER },
      1n,
    );
    expect(pays([posing])).toEqual([]);
    expect(hasUnknownPrograms([posing])).toBe(false);
    expect(hasUnknownPrograms([told(null, null, {})])).toBe(true);
  });
});

describe('the rent that a transaction may take', () => {
  test('is beside what leaves for token accounts of the owner, once each', () => {
    const own = [make('mine', OWNER), make('mine', OWNER), make('another of mine', OWNER)];
    const made = [...own, make('of al', 'al'), make('x', OWNER, 'another')];
    expect(rentOf(made, OWNER)).toEqual({ tokenAccounts: 2, pledge: false, most: 4_078_560n });
    expect(rentOf([make('of al', 'al'), send('of al', 7n)], OWNER)).toBeUndefined();
  });

  test('is among what leaves for token accounts of others', () => {
    const rent = { mint: NATIVE_MINT, amount: 2_039_280n };
    const leaves = { owner: OWNER, outflows: [{ mint: MINT, amount: 7n }, rent] };
    expect(rentForOthers([make('of al', 'al'), send('of al', 7n)], leaves)).toBe(2_039_280n);
    expect(rentForOthers([make('of al', 'al')], { owner: OWNER, outflows: [] })).toBeUndefined();
    expect(rentForOthers([make('mine', OWNER), sendNative('al', 7n)], leaves)).toBeUndefined();
  });

  test('is that of a Pledge too, where one may be made', () => {
    const pledge = told('launch_escrow', 'pledge', { pledger: OWNER }, 7n);
    expect(rentOf([pledge], OWNER)).toEqual({ tokenAccounts: 0, pledge: true, most: 1_858_320n });
  });
});
