import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NATIVE_MINT } from '../../core/rules/moves.ts';
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

/** A wallet of the tour that holds stablecoins, and one that takes them. */
const [owner, pool] = [localnetWallet(95), localnetWallet(98)];
const SCOPES = ['read', 'intent', 'trade', 'strategy'];
const AMOUNT = '1000000';
/** Little enough that the rent and the fees which may leave in any case cover it: nobody else signs here to send any. */
const OUT = '15000000';

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
});
afterAll(async () => {
  await jupiter?.[Symbol.asyncDispose]();
  await chain?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

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
  const [payerKey, token] = [new PublicKey(owner.address), new PublicKey(mint)];
  const [from, to] = [owner, pool].map(({ address }) =>
    getAssociatedTokenAddressSync(token, new PublicKey(address)),
  ) as [PublicKey, PublicKey];
  const instructions = [createTransferCheckedInstruction(from, token, to, payerKey, BigInt(AMOUNT), 6)];
  const message = new TransactionMessage({
    ...{ payerKey, recentBlockhash: PublicKey.default.toBase58(), instructions },
  }).compileToV0Message();
  const bytes = Buffer.from(new VersionedTransaction(message).serialize());
  return { status: 200, body: JSON.stringify({ swapTransaction: bytes.toString('base64') }) };
}

const start = (under: string, settings: Readonly<Record<string, string>> = {}): Promise<RunningUp> =>
  startUp(chain, under, { JUPITER_API_URL: jupiter.url, ...settings });

/** An agent that has a strategy whose first step is due at once. */
async function buying(url: string): Promise<{ agent: McpAgent; token: string; strategy_id: string }> {
  const token = await pairedToken(url, owner, SCOPES);
  const agent = await connectAgent(url, token);
  mint = (await agent.call('get_ilo_details', { launch_id: '4' })).launch.pledge_mint;
  const plan = { pay_mint: mint, buy_mint: NATIVE_MINT, amount_per_step: AMOUNT };
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

test('a step of a strategy whose process is killed before its intent is made becomes one intent, once its lease is over', async () => {
  hanging = true;
  const running = await start(directory.path);
  const { agent, token, strategy_id } = await buying(running.url);
  const asked = () => jupiter.questions.some(({ path }) => path === '/swap');
  await waitFor(asked, { what: 'the venue to be asked for the step' });
  await agent[Symbol.asyncDispose]();
  await running.process.end('SIGKILL');
  hanging = false;

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
