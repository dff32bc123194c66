import {
  createApproveInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import {
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../core/kernel/logger.ts';
import { createOltp } from '../../core/oltp/open.ts';
import { NATIVE_MINT } from '../../core/rules/native-coin.ts';
import { localnetWallet } from '../support/localnet-wallet.ts';
import { connectAgent, type McpAgent } from '../support/mcp-agent.ts';
import { pairedToken } from '../support/paired-token.ts';
import {
  POSTGRES_SUITE_NAME,
  type PostgresServer,
  postgresIsMissing,
  startPostgres,
} from '../support/postgres-server.ts';
import { type HttpReply, type ScriptedHttp, startScriptedHttp } from '../support/scripted-http.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { type RunningUp, startTour, startUp, type Tour } from '../support/tour-and-up.ts';
import { waitFor } from '../support/wait-for.ts';

/** A wallet of the tour, and the one that sells it stablecoins. */
const [owner, pool] = [localnetWallet(95), localnetWallet(98)];
const [OWNER, POOL] = [owner, pool].map(({ address }) => new PublicKey(address)) as [PublicKey, PublicKey];
const SCOPES = ['read', 'intent', 'trade', 'strategy'];
const AMOUNT = '1000000';
/** What each step buys, in base units of the stablecoin. */
const OUT = '15000000';
const DECIMALS = 6;

let directory: TemporaryDirectory;
let chain: Tour;
let jupiter: ScriptedHttp;
let mint: string;
/** Whether the venue leaves open what it is asked to build. */
let hanging = false;

beforeAll(async () => {
  directory = await temporaryDirectory();
  chain = await startTour(directory.path);
  jupiter = await startScriptedHttp(({ path }) => (path === '/swap' ? swap() : quote(path)));
  await letOwnerDraw();
});
afterAll(async () => {
  await jupiter?.[Symbol.asyncDispose]();
  await chain?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

async function rpc<Result>(method: string, ...params: unknown[]): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch(chain.rpcUrl, { method: 'POST', headers, body })).json()).result;
}

/** The pool lets the owner draw on its stablecoins, so that a swap takes the owner's signature alone. */
async function letOwnerDraw(): Promise<void> {
  const gift = { wallet: pool.address, amount: '100000000' };
  mint = (await rpc<{ mint: string }>('localnet_giveStablecoins', gift)).mint;
  const held = async () =>
    BigInt(
      (await rpc<Balance | undefined>('getTokenAccountBalance', `${accountOf(POOL)}`))?.value.amount ?? 0,
    ) > 0n;
  await waitFor(held, { what: 'the faucet to have given' });
  const { value } = await rpc<{ value: { blockhash: string } }>('getLatestBlockhash');
  const approve = createApproveInstruction(accountOf(POOL), OWNER, POOL, 2n ** 63n);
  const signed = pool.signTransaction(transactionOf(POOL, [approve], value.blockhash));
  const signature = await rpc<string>('sendTransaction', signed, { encoding: 'base64' });
  const landed = async () =>
    (await rpc<Statuses>('getSignatureStatuses', [signature])).value[0]?.err === null;
  await waitFor(landed, { what: 'the approval to land' });
}

interface Balance {
  readonly value: { readonly amount: string };
}
interface Statuses {
  readonly value: readonly ({ readonly err: unknown } | null)[];
}

function accountOf(wallet: PublicKey): PublicKey {
  return getAssociatedTokenAddressSync(new PublicKey(mint), wallet);
}

function transactionOf(
  payerKey: PublicKey,
  instructions: TransactionInstruction[],
  recentBlockhash = PublicKey.default.toBase58(),
): string {
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message();
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
}

function quote(path: string): HttpReply {
  const asked = new URLSearchParams(path.split('?')[1]);
  const told = {
    ...{ inputMint: asked.get('inputMint'), outputMint: asked.get('outputMint'), swapMode: 'ExactIn' },
    ...{ inAmount: asked.get('amount'), outAmount: OUT, otherAmountThreshold: OUT, routePlan: [{}] },
    ...{ slippageBps: Number(asked.get('slippageBps')), priceImpactPct: '0' },
  };
  return { status: 200, body: JSON.stringify(told) };
}

function swap(): HttpReply {
  if (hanging) return 'hang';
  const [from, to] = [accountOf(POOL), accountOf(OWNER)];
  const pay = SystemProgram.transfer({ fromPubkey: OWNER, toPubkey: POOL, lamports: BigInt(AMOUNT) });
  const draw = createTransferCheckedInstruction(from, new PublicKey(mint), to, OWNER, BigInt(OUT), DECIMALS);
  return { status: 200, body: JSON.stringify({ swapTransaction: transactionOf(OWNER, [pay, draw]) }) };
}

const start = (under: string, settings: Readonly<Record<string, string>> = {}): Promise<RunningUp> =>
  startUp(chain, under, { JUPITER_API_URL: jupiter.url, ...settings });

/** An agent that has a strategy whose first step is due at once. */
async function buying(url: string): Promise<{ agent: McpAgent; token: string; strategy_id: string }> {
  const token = await pairedToken(url, owner, SCOPES);
  const agent = await connectAgent(url, token);
  const plan = { pay_mint: NATIVE_MINT, buy_mint: mint, amount_per_step: AMOUNT };
  const terms = { name: 'Weekly', ...plan, interval_seconds: 604_800, steps: 3 };
  return { agent, token, strategy_id: (await agent.call('strategy_dca_create', terms)).strategy_id };
}

/** Waits for the step to be noted, and holds it to the one intent that there is. */
async function expectOneStep(url: string, token: string, strategy_id: string): Promise<void> {
  await using agent = await connectAgent(url, token);
  const found = () => agent.call('get_strategy', { strategy_id });
  await waitFor(async () => (await found()).steps.length > 0, { what: 'the step to be noted', everyMs: 500 });

  const { results } = await agent.call('list_intents', {});
  expect(results).toMatchObject([{ action: 'jupiter_swap', status: 'proposed', has_transaction: true }]);
  const { strategy, steps } = await found();
  expect(steps).toMatchObject([{ step: 1, outcome: 'proposed', intent_id: results[0].id }]);
  expect(strategy).toMatchObject({ status: 'active', steps_taken: 1 });
}

/** Lets two minutes pass for a lease that a killed process left in the embedded store. */
async function endLease(id: string): Promise<void> {
  const oltp = await createOltp({ dataDir: directory.path, logger: createLogger('silent') });
  const ended = 'UPDATE strategies SET leased_until = now() WHERE id = $1 AND leased_until > now()';
  expect(await oltp.run(ended, [id])).toBe(1);
  await oltp.close();
}

test('a step of a strategy whose process is killed before its intent is made becomes one intent, once its lease is over', async () => {
  hanging = true;
  const running = await start(directory.path);
  const { agent, token, strategy_id } = await buying(running.url);
  const asked = () => jupiter.questions.some(({ path }) => path === '/swap');
  await waitFor(asked, { what: 'the venue to be asked for the step' });
  await agent[Symbol.asyncDispose]();
  await running.process.end('SIGKILL');
  hanging = false;
  await endLease(strategy_id);

  const again = await start(directory.path);
  await using _ended = again.process;
  await expectOneStep(again.url, token, strategy_id);
});

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  let server: PostgresServer;
  let database: Client;
  let settings: Readonly<Record<string, string>>;
  let mine: TemporaryDirectory;
  beforeAll(async () => {
    mine = await temporaryDirectory();
    server = await startPostgres();
    const DATABASE_URL = await server.createDatabase();
    settings = { DATABASE_URL, JWT_SECRET: 'a secret of thirty-two characters and more' };
    database = new Client({ connectionString: DATABASE_URL });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await server?.[Symbol.asyncDispose]();
    await mine?.[Symbol.asyncDispose]();
  });

  test('a step whose process is killed between its intent and the note of it is noted as that intent by another', async () => {
    const running = await start(mine.path, settings);
    // Given that nobody can note a step
    await database.query('BEGIN');
    await database.query('LOCK TABLE strategy_steps IN EXCLUSIVE MODE');
    const { agent, token, strategy_id } = await buying(running.url);
    const proposed = async () => (await agent.call('list_intents', {})).results.length === 1;
    await waitFor(proposed, { what: 'the intent of the step', everyMs: 100 });
    expect((await agent.call('get_strategy', { strategy_id })).steps).toEqual([]);
    await agent[Symbol.asyncDispose]();

    await running.process.end('SIGKILL');
    await database.query('ROLLBACK');
    const ended = 'UPDATE strategies SET leased_until = now() WHERE id = $1';
    await database.query(ended, [strategy_id]);

    const again = await start(mine.path, settings);
    await using _ended = again.process;
    await expectOneStep(again.url, token, strategy_id);
    const { rows } = await database.query('SELECT count(*) AS many FROM intents');
    expect(rows).toEqual([{ many: '1' }]);
  });
});
