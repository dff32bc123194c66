import { describe, expect, test } from 'vitest';
import { ALICE, PLEDGES } from '../support/verifier/fake-launch.ts';
import {
  LAUNCH_MINT,
  PLEDGE_MINT,
  PROGRAM,
  STATUS,
  seededAddress,
  testKey,
} from '../support/verifier/launch-bytes.ts';
import { stage } from '../support/verifier/stage.ts';

const succeeded = { terms: { status: STATUS.succeeded } };
const wallet = ALICE.toBase58();
const pledgeAddress = seededAddress('pledge', 7n, ALICE.toBytes()).toBase58();

describe('the report for people', () => {
  test('names launch, slot and time, aligns the checks and uses no colour in a pipe', async () => {
    await using given = await stage(succeeded);
    const { stdout } = await given.verify();
    expect(stdout).toContain('Launch 7 on localnet: succeeded\n');
    expect(stdout).toMatch(/ {2}slot +1000 \(confirmed\), 2026-09-21 15:36:40 UTC\n/);
    expect(stdout).toMatch(/ {2}raised +0\.000600 from 3 wallets\n/);
    expect(stdout).not.toContain('\u001b');
    const figures = [...stdout.matchAll(/^(?:OK {2}|FAIL) .*? expected /gm)].map(([line]) => line.length);
    expect(new Set(figures).size).toBe(1);
  });

  test('shows what a wallet may claim', async () => {
    await using given = await stage(succeeded);
    given.node.chain.blockTime = 1_790_020_500;
    const { stdout } = await given.verify('--wallet', wallet);
    expect(stdout).toContain(`Wallet ${wallet}\n`);
    expect(stdout).toMatch(/ {2}entitlement +0\.000166666\n {2}unlocked +0\.000083333\n/);
  });

  test('says so when the node does not know the time of the slot', async () => {
    await using given = await stage(succeeded);
    given.node.chain.blockTime = null;
    expect((await given.verify()).stdout).toContain('1000 (confirmed), time unknown');
    const run = await given.verify('--wallet', wallet);
    expect(run.stderr).toContain('does not know the time of slot 1000, which the release schedule needs');
    expect(run).toMatchObject({ stdout: '', exit: 2 });
  });
});

describe('the report for programs', () => {
  test('holds every field, amounts as strings', async () => {
    await using given = await stage(succeeded);
    const { stdout, exit } = await given.verify('--json');
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      launch_id: '7',
      cluster: 'localnet',
      rpc: given.node.url,
      program_id: PROGRAM.toBase58(),
      commitment: 'confirmed',
      slot: 1_000,
      block_time: 1_790_005_000,
      ok: true,
    });
    expect(report.launch).toEqual({
      launch_id: '7',
      address: given.launch.configAddress,
      status: 'succeeded',
      status_code: 2,
      authority: testKey('authority').toBase58(),
      launch_mint: LAUNCH_MINT.toBase58(),
      pledge_mint: PLEDGE_MINT.toBase58(),
      escrow_token_account: given.launch.escrowAddress,
      launch_vault: given.launch.vaultAddress,
      min_raise: '500',
      max_raise: '1000',
      token_allocation: '1000000',
      total_pledged: '600',
      pledger_count: 3,
      start_ts: 1_790_000_000,
      end_ts: 1_790_010_000,
      release_start_ts: 1_790_020_000,
      release_cliff_seconds: 100,
      release_duration_seconds: 1_000,
      max_pledge_per_wallet: '300',
      escrow_balance: '600',
      vault_balance: '1000000',
      launch_mint_decimals: 9,
      pledge_mint_decimals: 6,
    });
    expect(report.checks).toHaveLength(10);
    expect(report.checks[0]).toEqual({
      name: 'sum_of_pledges_equals_total_pledged',
      ok: true,
      expected: '600',
      actual: '600',
      detail: 'LaunchConfig.total_pledged against the sum of all Pledge amounts',
    });
    expect(report).not.toHaveProperty('wallet');
    expect(exit).toBe(0);
  });

  test('is complete when a check fails', async () => {
    await using given = await stage({ escrow: 1n });
    const { stdout, exit } = await given.verify('--json');
    const report = JSON.parse(stdout);
    expect(report.checks.filter(({ ok }: { ok: boolean }) => !ok)).toMatchObject([
      { name: 'escrow_balance_matches_pledges_held', expected: '600', actual: '1' },
    ]);
    expect([report.ok, exit]).toEqual([false, 1]);
  });

  test('writes times and amounts of 64 bits with all their digits', async () => {
    const endTs = 2n ** 63n - 1n;
    await using given = await stage({ terms: { endTs, maxRaise: 2n ** 64n - 1n } });
    const { stdout } = await given.verify('--json');
    expect(stdout).toContain('"end_ts": 9223372036854775807,');
    expect(stdout).toContain('"max_raise": "18446744073709551615"');
  });

  test('gives the null of accounts that do not exist', async () => {
    await using given = await stage({ pledges: [], escrow: null, vault: null });
    given.launch.accounts.delete(LAUNCH_MINT.toBase58());
    const { launch, ok } = JSON.parse((await given.verify('--json')).stdout);
    expect(launch).toMatchObject({ escrow_balance: null, vault_balance: null, launch_mint_decimals: null });
    expect(ok).toBe(true);
  });
});

describe('the wallet of a report', () => {
  const walletOf = async (options: Parameters<typeof stage>[0], blockTime: number, key = wallet) => {
    await using given = await stage(options);
    given.node.chain.blockTime = blockTime;
    return JSON.parse((await given.verify('--json', '--wallet', key)).stdout).wallet;
  };
  const base = { wallet, pledge_address: pledgeAddress, pledged: '100', pledged_ts: 1_790_000_100 };

  test('has neither allocation nor refund before the settlement', async () => {
    expect(await walletOf({}, 1_790_020_500)).toEqual(base);
  });

  test('unlocks by the block time of the slot', async () => {
    const at = (entitlement: string, unlocked: string, released: string, claimable: string) => ({
      ...base,
      allocation: { entitlement, unlocked, released, claimable },
    });
    expect(await walletOf(succeeded, 1_790_020_099)).toEqual(at('166666', '0', '0', '0'));
    expect(await walletOf(succeeded, 1_790_020_100)).toEqual(at('166666', '16666', '0', '16666'));
    const pledges = PLEDGES.map((pledge) => ({ ...pledge, released: 16_666n }));
    const partly = { ...succeeded, pledges };
    expect(await walletOf(partly, 1_790_020_500)).toEqual(at('166666', '83333', '16666', '66667'));
  });

  test('is owed its whole pledge once the launch failed', async () => {
    const terms = { status: STATUS.failed, minRaise: 601n };
    const refund = (refunded: boolean) => ({ ...base, refund: { amount: '100', refunded } });
    expect(await walletOf({ terms }, 0)).toEqual(refund(false));
    const pledges = PLEDGES.map((pledge) => ({ ...pledge, refunded: true }));
    expect(await walletOf({ terms, pledges }, 0)).toEqual(refund(true));
  });

  test('has zeros without a Pledge', async () => {
    const stranger = testKey('stranger').toBase58();
    expect(await walletOf(succeeded, 1_790_021_000, stranger)).toMatchObject({
      wallet: stranger,
      pledged: '0',
      pledged_ts: null,
      allocation: { entitlement: '0', unlocked: '0', released: '0', claimable: '0' },
    });
  });
});
