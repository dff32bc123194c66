import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ended, runLaunchlens } from '../../support/launchlens-process.ts';
import { signIn } from '../../support/sign-in.ts';
import { waitFor } from '../../support/wait-for.ts';
import { testWallet } from '../../support/wallets.ts';
import { demo } from './demo.ts';

/** The review window of seven days lies long behind it. */
const LONG_AGO = '2026-01-02T00:00:00Z';
const [owner, agent] = [testWallet('ordering owner'), testWallet('ordering agent')] as const;

/** What operators order about rewards while one process holds both embedded stores. */
describe('orders about rewards beside `launchlens up`', () => {
  let token: string;
  beforeAll(async () => {
    token = await signIn(demo.url, owner);
  });

  const order = (...args: string[]): Promise<Ended> =>
    runLaunchlens(args, { cwd: demo.directory, env: { DATA_DIR: demo.directory } });

  async function obeyed(...args: string[]): Promise<Ended> {
    const ended = await order(...args);
    expect(ended, args.join(' ')).toMatchObject({ code: 0 });
    return ended;
  }

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/api/v1${path}`, demo.url), {
      ...init,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });

  /** The records of a wallet by id. */
  async function records(wallet = owner.address) {
    const answer = await ask(`/user-rewards/history/?wallet_address=${wallet}`);
    const { results } = (await answer.json()) as {
      results: { id: number; status: string; amount_base_units: number | null }[];
    };
    return new Map(results.map(({ id, status, amount_base_units }) => [id, [status, amount_base_units]]));
  }

  test('load the ledger from a file', async () => {
    const file = join(demo.directory, 'rewards.ndjson');
    const rows = [11, 12, 13, 14].map((record_id) => ({
      ...{ kind: 'accrued', record_id, program: 'referral', at: LONG_AGO, amount_base_units: null },
      wallet: record_id === 14 ? agent.address : owner.address,
    }));
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await obeyed('backfill', 'rewards', file);
    expect([...(await records()).keys()].sort()).toEqual([11, 12, 13]);
  });

  test('give an owner the wallet of its agents, and take it away', async () => {
    const read = () => ask(`/user-rewards/summary/?wallet_address=${agent.address}`);
    expect((await read()).status).toBe(403);
    await obeyed('agent-wallets', 'add', owner.address, agent.address);
    expect((await obeyed('agent-wallets', 'list', owner.address)).stdout).toContain(agent.address);
    expect([...(await records(agent.address)).keys()]).toEqual([14]);
    await obeyed('agent-wallets', 'remove', owner.address, agent.address);
    expect((await read()).status).toBe(403);
  });

  test('hold, release and void records', async () => {
    const reason = ['--reason', 'ticket 4711'];
    await obeyed('rewards', 'hold', '11', '12', ...reason);
    expect(await records()).toEqual(
      new Map([
        [11, ['pending', null]],
        [12, ['pending', null]],
        [13, ['claimable', null]],
      ]),
    );
    await obeyed('rewards', 'release', '11', '12', ...reason);
    expect((await records()).get(11)).toEqual(['claimable', null]);
    await obeyed('rewards', 'void', '13', ...reason);
    expect((await records()).has(13)).toBe(false);
    const unknown = await order('rewards', 'hold', '99', ...reason);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/^launchlens: .*99.*\n$/);
  });

  test('price a programme once the token is minted, and list what may be paid, and what not', async () => {
    const preMint = async () => ((await (await ask('/user-rewards/summary/')).json()) as Summary).pre_mint;
    await fetch(demo.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'localnet_mintReward' }),
    });
    await waitFor(async () => !(await preMint()), { what: 'the mint' });
    await obeyed('rewards', 'price', '--program', 'referral', '--per-record', '1250000');
    expect((await records()).get(12)).toEqual(['claimable', 1_250_000]);
    expect((await obeyed('treasury', 'list', '--json')).stdout).toBe(
      `${JSON.stringify({ payable: [], not_payable: [] }, null, 2)}\n`,
    );

    const body = JSON.stringify({ wallet_address: owner.address });
    const claimed = await ask('/referrals/claim/', { method: 'POST', body });
    expect(await claimed.json()).toMatchObject({ status: 'requested', reward_amount: 2_500_000 });
    const listed = await obeyed('treasury', 'list');
    expect(listed.stdout).toContain(`,${owner.address},`);
    expect(listed.stdout).toContain(',2500000,2.5,launchlens:payout:2\r\n');
    expect(listed.stderr).toBe('');

    await obeyed('rewards', 'hold', '12', '--reason', 'ticket 4712');
    const { stdout, stderr } = await obeyed('treasury', 'list');
    expect(stdout).toBe('request_id,wallet,mint,amount_base_units,amount,memo\r\n');
    expect(stderr).toMatch(
      /^1 open payout request is not payable .*: 2 \(record 12 is held for review\).*\n$/,
    );
    const parts = JSON.parse((await obeyed('treasury', 'list', '--json')).stdout);
    expect(parts).toMatchObject({
      payable: [],
      not_payable: [{ request_id: '2', because: [{ record_id: '12', reason: 'held' }] }],
    });
    expect((await order('treasury', 'list', '--json', '--format', 'csv')).code).toBe(2);
  });
});

interface Summary {
  readonly pre_mint: boolean;
}
