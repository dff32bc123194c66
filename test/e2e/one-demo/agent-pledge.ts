import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample, installedProject } from '../../client/support/installed.ts';
import { type AgentAndOwner, agentAndOwner } from '../../support/agent-and-owner.ts';
import { localnetWallet } from '../../support/localnet-wallet.ts';
import { installVerifier, runVerifier } from '../../support/verifier/run-verifier.ts';
import { demo } from './demo.ts';

/** The tour's launch that is open throughout, and a wallet that nobody in it plays with. */
const LAUNCH = '4';
const owner = localnetWallet(90);
const AMOUNT = '1234567';

describe('an agent proposes a pledge and the owner’s wallet signs it', () => {
  let agent: AgentAndOwner;

  beforeAll(async () => {
    agent = await agentAndOwner(demo.url, owner);
  });
  afterAll(async () => {
    await agent?.[Symbol.asyncDispose]();
  });
  const propose = (amount: string) => agent.propose('pledge_to_ilo', { launch_id: LAUNCH, amount });

  test('the chain executes it, and every API shows it at its slot', async () => {
    const id = await propose(AMOUNT);
    const handed = await agent.handOut(id);
    const pledge = handed.instructions.at(-1);
    expect(pledge).toMatchObject({ instruction: 'pledge', amount: { amount: AMOUNT, decimals: 6 } });

    const signed = owner.signTransaction(handed.transaction);
    const submitted = await agent.submit(id, signed);
    expect(submitted).toMatchObject({ status: 200, json: { status: 'submitted' } });
    const again = await agent.submit(id, signed);
    expect(again.json.signature).toBe(submitted.json.signature);

    const { slot, signature, steps } = await agent.confirmed(id);
    expect(signature).toBe(submitted.json.signature);
    expect(steps.map((step: { moved_by: string }) => step.moved_by)).toEqual(['agent', 'owner', 'chain']);

    const at = { launch_id: LAUNCH, wallet: owner.address, as_of_slot: slot };
    const overMcp = await agent.call('get_ilo_details', at);
    expect(overMcp.wallet.pledged).toBe(AMOUNT);
    const before = await agent.call('get_ilo_details', { ...at, as_of_slot: slot - 1 });
    expect(before.wallet.pledged).toBe('0');
    const query = `wallet=${owner.address}&as_of_slot=${slot}`;
    const { json: overRest } = await agent.rest('GET', `/ilo/launches/${LAUNCH}/?${query}`);
    expect(overRest.wallet).toEqual(overMcp.wallet);
    const graphql = await fetch(`${demo.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ launch(launchId: "${LAUNCH}", asOfSlot: ${slot}) { wallet(address: "${owner.address}") { pledged } } }`,
      }),
    });
    expect(await graphql.json()).toMatchObject({ data: { launch: { wallet: { pledged: AMOUNT } } } });
    expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/);
  });

  test('the verifier holds for the launch afterwards', async () => {
    const program = (await agent.rest('GET', '/ilo/status/')).json.source.program_id;
    const args = [
      '--launch-id',
      LAUNCH,
      '--cluster',
      'localnet',
      '--rpc',
      demo.rpcUrl,
      '--program-id',
      program,
    ];
    const { exit, stdout } = await runVerifier(await installVerifier(), [...args, '--wallet', owner.address]);
    expect(exit, stdout).toBe(0);
  });

  test('what was not handed out, or is not signed by the owner, is not sent', async () => {
    const id = await propose('1000');
    const handed = await agent.handOut(id);
    const submit = (transaction: string) => agent.submit(id, transaction);
    const bytes = Buffer.from(handed.transaction, 'base64');
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    const refused = [
      owner.signTransaction(bytes.toString('base64')),
      handed.transaction,
      localnetWallet(91).signTransaction(handed.transaction),
    ];
    for (const transaction of refused) {
      const { status: code, json } = await submit(transaction);
      expect({ code, detail: json.detail }).toEqual({
        code: 400,
        detail: expect.stringContaining('Nothing was sent'),
      });
    }
    expect((await agent.status(id)).status).toBe('proposed');
    const rejected = await agent.rest('POST', `/intents/${id}/reject/`, { reason: 'not now' });
    expect(rejected.json).toMatchObject({ status: 'rejected', reason: 'not now' });
    expect((await submit(owner.signTransaction(handed.transaction))).status).toBe(409);
  });

  test('what the launch would not take, or the wallet does not hold, is never planned', async () => {
    const code = async (name: string, input: Record<string, unknown>) => (await agent.call(name, input)).code;
    const pledging = (launch_id: string, amount: unknown) => code('pledge_to_ilo', { launch_id, amount });
    expect(await pledging('1', '5')).toBe('pledge_refused');
    expect(await pledging('777', '5')).toBe('launch_not_found');
    expect(await pledging(LAUNCH, '18446744073709551615')).toBe('pledge_refused');
    for (const amount of ['0', '-1', '1.5', '18446744073709551616', 5, '1e3', '']) {
      expect(await pledging(LAUNCH, amount)).toBe('parameter_malformed');
    }
    expect(await code('claim_ilo_tokens', { launch_id: LAUNCH })).toBe('nothing_claimable');
    const refund = { action: 'refund_ilo_pledge', arguments: { launch_id: LAUNCH } };
    expect(await code('create_execution_intent', refund)).toBe('nothing_claimable');
    expect(await code('create_execution_intent', { action: 'list_launches' })).toBe('action_unknown');
  });

  test('the example does all of it by the client library, for a wallet that it has just made', async () => {
    await using project = await installedProject();
    await copyExample('pledge.mjs', project.path);
    const env = { PATH: process.env.PATH, LAUNCHLENS_URL: demo.url, SOLANA_RPC_URL: demo.rpcUrl };

    const { stdout } = await promisify(execFile)(process.execPath, ['pledge.mjs'], {
      cwd: project.path,
      env,
    });

    const [, slot = ''] = /^confirmed +in slot (\d+)$/m.exec(stdout) ?? [];
    const said = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)[0]);
    expect(said).toEqual([
      ...['plan', 'intent', 'sign', 'submitted', 'confirmed'],
      ...[`slot ${Number(slot) - 1}`, `slot ${slot}`],
    ]);
    expect(stdout).toMatch(
      new RegExp(`^slot ${Number(slot) - 1} +pledged 0\nslot ${slot} +pledged 25000000$`, 'm'),
    );
  });
});
