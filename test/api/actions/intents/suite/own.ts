import { describe, expect, test } from 'vitest';
import { withdrawIntent } from '../../../../../api/actions/intents/find.ts';
import { intentStatusOf } from '../../../../../api/actions/intents/hand-out.ts';
import { makeOwnIntent } from '../../../../../api/actions/intents/own.ts';
import type { Assembled } from '../../../../../api/actions/transactions/assemble.ts';
import { LaunchlensError } from '../../../../../core/kernel/errors/error.ts';
import type { OwnIntentRequest } from '../../../../../schemas/rest/intents.ts';
import { buildingFor, PLEDGED } from '../launch-building.ts';
import { ask, type IntentsUnderTest, MINT, planned } from './under-test.ts';

const HOUR_MS = 3_600_000;
const PLEDGE: OwnIntentRequest = { action: 'pledge_to_ilo', launch_id: 7n, amount: 2_500_000n };
const SIMULATED = { ok: true, error: null, units_consumed: 1, slot: 9 };

interface LaunchOver {
  readonly status?: 'active' | 'succeeded' | 'failed';
  /** Why transactions fail on chain. */
  readonly fails?: string;
}

/** An owner, and a context that builds transactions for one launch. */
async function ownerOver(under: IntentsUnderTest, { status = 'active', fails }: LaunchOver = {}) {
  const agent = await under.agent();
  const build = async () => ({ kind: 'instructions', instructions: [] }) as const;
  const assemble = async () => {
    if (fails !== undefined) throw new LaunchlensError('SIMULATION_FAILED', { reason: fails });
    // Only what a preview shows.
    return { instructions: [], simulation: SIMULATED } as unknown as Assembled;
  };
  const building = buildingFor(agent.owner, status);
  const builders = ['escrow.pledge', 'escrow.claim', 'escrow.refund'].map((name) => ({ name, build }));
  const context = {
    ...under.context,
    ...{ building, chain: building.chain, assembler: { assemble } },
    builders: new Map(builders.map((one) => [one.name, one])),
  };
  return { agent, context, make: (asked: OwnIntentRequest) => makeOwnIntent(context, agent.owner, asked) };
}

export function ownSuite(under: () => IntentsUnderTest): void {
  describe('what an owner does without an agent', () => {
    test('is an intent without a credential, which the owner can sign for an hour', async () => {
      const { make } = await ownerOver(under());
      const intent = await make(PLEDGE);
      expect(intent).toMatchObject({
        ...{ action: 'pledge_to_ilo', status: 'proposed', credential_id: null, credential_label: null },
        ...{ arguments: { launch_id: '7', amount: '2500000' }, has_transaction: true },
        outflows: [{ mint: PLEDGED, amount: '2500000' }],
        steps: [{ status: 'proposed', moved_by: 'owner', reason: null }],
      });
      expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(HOUR_MS);
    });

    test.for([
      ['claim_ilo_tokens', 'succeeded'],
      ['refund_ilo_pledge', 'failed'],
    ] as const)('can be %s, for a launch that %s', async ([action, status]) => {
      const { make } = await ownerOver(under(), { status });
      expect(await make({ action, launch_id: 7n })).toMatchObject({ action, outflows: [] });
    });

    test('follows the rules of the launch and of the chain', async () => {
      const failed = await ownerOver(under(), { status: 'failed' });
      await expect(failed.make(PLEDGE)).rejects.toMatchObject({ code: 'PLEDGE_REFUSED' });
      const { make } = await ownerOver(under());
      const claim = { action: 'claim_ilo_tokens', launch_id: 7n } as const;
      await expect(make(claim)).rejects.toMatchObject({ code: 'NOTHING_CLAIMABLE' });
      const much = { ...PLEDGE, amount: 5_000_001n };
      await expect(make(much)).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' });
      const { make: refused, agent } = await ownerOver(under(), { fails: 'the window is closed' });
      await expect(refused(PLEDGE)).rejects.toMatchObject({ code: 'SIMULATION_FAILED' });
      expect(await under().context.intents.list(agent.owner, { limit: 10 })).toEqual([]);
    });

    test('is limited by no guardrail of agents, and leaves their daily limits alone', async () => {
      const { agent, make } = await ownerOver(under());
      const limits = [PLEDGED, MINT].map((mint) => ({ mint, perIntent: 10n, perDay: 10n }));
      await under().set(agent.owner, { limits, mode: 'observe', switchState: 'killed' });
      expect(await make(PLEDGE)).toMatchObject({ status: 'proposed' });
      await under().set(agent.owner, { mode: 'propose', switchState: 'on' });
      const { context, clock } = under();
      expect(await context.intents.spent(agent.owner, clock.now())).toEqual(new Map());
      const plan_id = await planned(under(), agent);
      expect((await ask(under(), agent, { confirm: true, plan_id })).stage).toBe('proposed');
    });

    test('enters no market that is closed in the country of its owner', async () => {
      const { agent, context } = await ownerOver(under());
      const tool = context.tools.get('pledge_to_ilo');
      if (tool === undefined) throw new TypeError('pledge_to_ilo is a tool');
      const tools = new Map([...context.tools, [tool.name, { ...tool, market: 'equity' as const }]]);
      const markets = { ...context.markets, equity: ['CH'] };
      const make = () => makeOwnIntent({ ...context, tools, markets }, agent.owner, PLEDGE);
      await expect(make()).rejects.toMatchObject({ code: 'JURISDICTION_UNKNOWN' });
      await under().set(agent.owner, { jurisdiction: 'US' });
      await expect(make()).rejects.toMatchObject({ code: 'JURISDICTION_FORBIDS' });
      await under().set(agent.owner, { jurisdiction: 'CH' });
      expect(await make()).toMatchObject({ status: 'proposed' });
    });

    test('is shown to the agents of its owner, and withdrawn by none of them', async () => {
      const { agent, make } = await ownerOver(under());
      const { id } = await make(PLEDGE);
      const { context } = under();
      const { intent } = await intentStatusOf(context, agent.owner, { id, withTransaction: false });
      expect(intent).toMatchObject({ id, credential_id: null });
      await expect(withdrawIntent(context, agent, id)).rejects.toMatchObject({ code: 'INTENT_OF_ANOTHER' });
    });
  });
}
