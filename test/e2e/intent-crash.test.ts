import { afterAll, beforeAll, expect, test } from 'vitest';
import { localnetWallet } from '../support/localnet-wallet.ts';
import { connectAgent } from '../support/mcp-agent.ts';
import { pairedToken } from '../support/paired-token.ts';
import { type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts';
import { signIn } from '../support/sign-in.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { type RunningUp, startTour, startUp, type Tour } from '../support/tour-and-up.ts';
import { waitFor } from '../support/wait-for.ts';

const LAUNCH = '4';
const AMOUNT = '7654321';
const owner = localnetWallet(92);

let directory: TemporaryDirectory;
let chain: Tour;
let rpc: RpcProxy;
/** Whether transactions get lost on their way to the chain. */
let losing = true;
let running: RunningUp;

const startOver = () => startUp({ rpcUrl: rpc.url, grpcUrl: chain.grpcUrl }, directory.path);

beforeAll(async () => {
  directory = await temporaryDirectory();
  // Slow: what was submitted has to be good still when an API has started anew.
  chain = await startTour(directory.path, 0.4);
  rpc = await startRpcProxy({
    target: chain.rpcUrl,
    before: ({ method }) =>
      method === 'sendTransaction' && losing
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'lost' })
        : undefined,
  });
  running = await startOver();
});
afterAll(async () => {
  await running?.process[Symbol.asyncDispose]();
  await rpc?.[Symbol.asyncDispose]();
  await chain?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

test('an API that is killed between submission and confirmation loses nothing and repeats nothing', async () => {
  const scopes = ['read', 'intent', 'trade'];
  const token = await pairedToken(running.url, owner, scopes);
  const jwt = await signIn(running.url, owner);
  await using agent = await connectAgent(running.url, token);
  const input = { launch_id: LAUNCH, amount: AMOUNT };
  const planned = await agent.call('pledge_to_ilo', input);
  const plan_id = planned.plan.plan_id;
  const proposed = await agent.call('pledge_to_ilo', { ...input, confirm: true, plan_id });
  const { id } = proposed.intent;
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${jwt}`, ...(body && { 'content-type': 'application/json' }) };
    const sent = body && { body: JSON.stringify(body) };
    const answer = await fetch(`${running.url}/api/v1/intents/${id}/${path}`, { method, headers, ...sent });
    return answer.json();
  };
  const { transaction } = await ask('POST', 'transaction/');
  const signed = { transaction: owner.signTransaction(transaction) };
  expect(await ask('POST', 'submit/', signed)).toMatchObject({ status: 'submitted' });

  await running.process.end('SIGKILL');
  losing = false;
  running = await startOver();

  expect(await ask('POST', 'submit/', signed)).toMatchObject({ id });
  const isOver = async () => (await ask('GET', '')).status !== 'submitted';
  await waitFor(isOver, { what: 'the intent to be decided by the chain' });
  const after = await ask('GET', '');
  expect(after).toMatchObject({ status: 'confirmed' });
  const statuses = after.steps.map((step: { status: string }) => step.status);
  expect(statuses).toEqual(['proposed', 'submitted', 'confirmed']);
  const detail = await fetch(`${running.url}/api/v1/ilo/launches/${LAUNCH}/?wallet=${owner.address}`);
  expect((await detail.json()).wallet.pledged).toBe(AMOUNT);
});
