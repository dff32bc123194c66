import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Demo, startDemo } from '../../support/demo.ts';
import { runLaunchlens } from '../../support/launchlens-process.ts';
import { signIn } from '../../support/sign-in.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type TestWallet, walletOf } from '../../support/wallets.ts';
import { type ClickHouse, startClickHouse } from './clickhouse.ts';
import { rewardRows } from './money.ts';
import type { Addresses } from './page.ts';

/** The running demo, with a wallet that holds stablecoins and has rewards. */
export interface World extends AsyncDisposable, Addresses {
  readonly wallet: TestWallet;
  /** The wallet's key, as `solana-keygen` writes it. */
  readonly walletFile: string;
  /** A slot at which launch 1 has pledges. */
  readonly slot: number;
  /** The total pledged to it at that slot. */
  readonly total: string;
  /** Waits until the chain has executed an intent of the wallet. */
  readonly confirmed: (intent: string) => Promise<void>;
}

const status = z.object({ source: z.object({ last_indexed_slot: z.number() }) });
const launch = z.object({ launch: z.object({ total_pledged: z.string() }) });
const intentStatus = z.object({ status: z.string() });

export async function startWorld(options: { readonly withClickHouse: boolean }): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const demo = stack.use(await startDemo());
  const secret = createHash('sha256').update('the wallet of foreign clients').digest();
  const wallet = walletOf(secret);
  await giveStablecoins(demo, wallet.address);
  await giveRewards(demo, wallet.address);
  const read = async (path: string): Promise<unknown> => (await fetch(`${demo.url}/api/v1${path}`)).json();
  const pledgedAt = async (slot: number) =>
    launch.safeParse(await read(`/ilo/launches/1/?as_of_slot=${slot}`)).data?.launch.total_pledged ?? '0';
  const { slot, total } = await waitFor(
    async () => {
      const newest = status.safeParse(await read('/ilo/status/')).data?.source.last_indexed_slot ?? 0;
      const pledged = await pledgedAt(newest);
      return pledged !== '0' && { slot: newest, total: pledged };
    },
    { what: 'pledges to launch 1' },
  );
  const token = await signIn(demo.url, wallet);
  const intent = async (id: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${demo.url}/api/v1/intents/${id}/`, { headers });
    return intentStatus.parse(await response.json()).status;
  };
  const clickHouse: ClickHouse | undefined = options.withClickHouse
    ? stack.use(await startClickHouse(demo))
    : undefined;
  const owned = stack.move();
  return {
    ...{ url: demo.url, rpcUrl: demo.rpcUrl, grpcUrl: demo.grpcUrl, clickHousePort: clickHouse?.port },
    ...{ wallet, slot, total },
    walletFile: JSON.stringify([...secret, ...wallet.publicKey]),
    confirmed: async (id) => {
      await waitFor(async () => (await intent(id)) === 'confirmed', { what: `intent ${id} to be confirmed` });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function giveStablecoins({ rpcUrl }: Demo, wallet: string): Promise<void> {
  const asked = { method: 'localnet_giveStablecoins', params: [{ wallet, amount: '250000000' }] };
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...asked }),
  });
  if (!(await response.text()).includes('signature')) throw new Error('the faucet gave no stablecoins');
}

async function giveRewards({ directory }: Demo, wallet: string): Promise<void> {
  const file = join(directory, 'rewards.ndjson');
  await writeFile(file, rewardRows(wallet));
  const { code, stderr } = await runLaunchlens(['backfill', 'rewards', file], {
    cwd: directory,
    env: { DATA_DIR: directory },
  });
  if (code !== 0) throw new Error(`the rewards were not loaded: ${stderr}`);
}
