import { describe, expect, test } from 'vitest';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { MINT, transferSuite } from './transfer-suite.ts';

const suite = transferSuite();
const { ask, call, confirm, registered, send } = suite;

describe('a confirmation that is repeated', () => {
  const confirming = async (key?: string) => {
    const { plan } = await send('999');
    return { confirm: true, plan_id: plan.plan_id, ...(key && { idempotency_key: key }) };
  };
  const spentSince = () => {
    const tokens = associatedTokenAddress(suite.owner.address, MINT);
    suite.chain.before = new Map([...suite.chain.before].filter(([address]) => address !== tokens));
  };

  test('is given the same intent, though the chain would have none of it any more', async () => {
    const more = await confirming('once');
    const { intent } = await send('999', more);
    spentSince();

    expect(await send('999')).toMatchObject({ code: 'balance_too_low' });
    const again = await send('999', more);
    expect(again).toMatchObject({ stage: 'proposed', repeated: true, intent: { id: intent.id } });
    const proposed = { recipient: pubkeyOf('friend 0'), mint: MINT, amount: '999' };
    const asked = { action: 'send_token_social', arguments: proposed, ...more };
    expect(await call('create_execution_intent', asked)).toEqual(again);
    expect(await send('998', more)).toMatchObject({ code: 'idempotency_conflict' });
  });

  test('without a key is told which intent its plan has become', async () => {
    const more = await confirming();
    const { intent } = await send('999', more);
    spentSince();
    const told = await send('999', more);
    expect(told).toMatchObject({ code: 'plan_used', detail: expect.stringContaining(intent.id) });
    expect(await send('998', more)).toMatchObject({ code: 'plan_mismatch' });
  });

  test('is given to no owner but the one who has it, and to none whose wallet is stopped', async () => {
    const more = await confirming('once');
    await send('999', more);
    await suite.agentRecords.setSwitch(suite.owner, 'killed');
    expect(await send('999', more)).toMatchObject({ code: 'wallet_killed' });
    suite.another();
    expect(await send('999', more)).toMatchObject({ code: 'plan_unknown' });
  });
});

describe('an intent of a wallet whose owner has stopped its agents since', () => {
  const statusOf = async (id: string) => call('get_intent_status', { intent_id: id });
  const control = (column: string, value: string) =>
    suite.store.oltp.run(`UPDATE wallet_controls SET ${column} = $2 WHERE owner = $1`, [
      suite.owner.address,
      value,
    ]);

  test('is told to them, and no transaction of it; its owner goes on', async () => {
    const { id } = await confirm('999');
    expect(await statusOf(id)).toMatchObject({ transaction: { transaction: expect.any(String) } });
    for (const [state, code] of [
      ['killed', 'wallet_killed'],
      ['paused', 'wallet_paused'],
    ] as const) {
      await suite.agentRecords.setSwitch(suite.owner, state);
      expect(await statusOf(id)).toMatchObject({
        ...{ intent: { id, status: 'proposed' }, transaction: null },
        transaction_problem: { code, detail: expect.any(String) },
      });
      expect(await ask(id, 'transaction')).toMatchObject({ status: 200 });
    }
    await suite.agentRecords.setSwitch(suite.owner, 'on');
    expect(await statusOf(id)).toMatchObject({ transaction_problem: null });
  });

  test('nor of one that could not be proposed now: by mode, policy, limit or whom it comes to', async () => {
    const { id } = await confirm('999');
    const problem = async () => (await statusOf(id)).transaction_problem?.code;
    await control('mode', 'observe');
    expect(await problem()).toBe('permission_mode_forbids');
    await control('mode', 'propose');
    await call('set_trading_limits', { limits: [{ mint: MINT, per_intent: '998', per_day: null }] });
    expect(await problem()).toBe('limit_exceeded');
    await control('limits', '[]');
    expect(await problem()).toBeUndefined();
    await call('set_wallet_policy', { counterparties_only: true });
    expect(await problem()).toBe('policy_forbids');
    await registered([{ address: pubkeyOf('friend 0'), label: 'friend' }]);
    expect(await problem()).toBeUndefined();
    await call('set_wallet_policy', { denied_tools: ['send_token_social'] });
    expect(await problem()).toBe('policy_forbids');
    expect(await ask(id, 'transaction')).toMatchObject({ status: 200 });
  });
});

describe('the limit of a day', () => {
  test('is in the owner’s audit log where it refuses, for the tool and for its proposal by name', async () => {
    await call('set_trading_limits', { limits: [{ mint: MINT, per_intent: null, per_day: '1000' }] });
    await confirm('600');
    expect(await send('401')).toMatchObject({ code: 'limit_exceeded' });
    const asked = { recipient: pubkeyOf('friend 0'), mint: MINT, amount: '401' };
    const proposal = { action: 'send_token_social', arguments: asked };
    expect(await call('create_execution_intent', proposal)).toMatchObject({ code: 'limit_exceeded' });

    const { results } = (await suite.api.asOwner(suite.owner.address, 'GET', '/call-decisions/?limit=2'))
      .json;
    expect(results).toMatchObject([
      { tool: 'create_execution_intent:send_token_social', gate: 'limits', code: 'limit_exceeded' },
      { tool: 'send_token_social', verdict: 'refused', gate: 'limits', code: 'limit_exceeded' },
    ]);
  });

  test('that two plans pass together is refused to the second, and the audit log says so', async () => {
    await call('set_trading_limits', { limits: [{ mint: MINT, per_intent: null, per_day: '1000' }] });
    const [{ plan: first }, { plan: second }] = [await send('600'), await send('500')];
    await send('600', { confirm: true, plan_id: first.plan_id });
    const refused = await send('500', { confirm: true, plan_id: second.plan_id });
    expect(refused).toMatchObject({ code: 'limit_exceeded' });
    const { results } = (await suite.api.asOwner(suite.owner.address, 'GET', '/call-decisions/?limit=1'))
      .json;
    expect(results).toMatchObject([{ tool: 'send_token_social', gate: 'limits' }]);
  });
});
