import { describe, expect, test } from 'vitest';
import { showIntent, withdrawIntent } from '../../../../../api/actions/intents/find.ts';
import { proposeExecution } from '../../../../../api/actions/intents/propose.ts';
import { NATIVE_MINT } from '../../../../../core/rules/native-coin.ts';
import { ask, draftOf, type IntentsUnderTest, MINT, planned, SEND, START } from './under-test.ts';

const DAY_MS = 86_400_000;

const LIKE_IT = "jsonb_build_object('id', one.id || copy";
/** Copies of one intent and of its plan, in numbers that would take long to propose. */
const PLANS_LIKE_IT = `INSERT INTO intent_plans
  SELECT (jsonb_populate_record(one, ${LIKE_IT}, 'intent_id', one.intent_id || copy))).*
  FROM intent_plans AS one, generate_series(1, $2::int) AS copy WHERE one.intent_id = $1`;
const INTENTS_LIKE_IT = `INSERT INTO intents
  SELECT (jsonb_populate_record(one, ${LIKE_IT}, 'plan_id', one.plan_id || copy))).*
  FROM intents AS one, generate_series(1, $2::int) AS copy WHERE one.id = $1`;

/** Of many calls, how many made something, and with which codes the others were refused. */
async function outcomes<Value>(calls: readonly Promise<Value>[]) {
  const settled = await Promise.allSettled(calls);
  const made = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const codes = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code as string] : []));
  return { made, codes };
}

export function proposingSuite(
  under: () => IntentsUnderTest,
  another: () => Promise<IntentsUnderTest>,
): void {
  describe('proposing', () => {
    test('keeps nothing but a plan before it is confirmed', async () => {
      const agent = await under().agent();
      const { stage, plan } = await ask(under(), agent);
      expect({ stage, outflows: plan?.outflows }).toEqual({
        stage: 'planned',
        outflows: [{ mint: MINT, amount: '10' }],
      });
      expect(await under().context.intents.list(agent.owner, { limit: 10 })).toEqual([]);
    });

    test('makes one intent of a plan, however many confirm it in however many processes at once', async () => {
      const agent = await under().agent();
      const plan_id = await planned(under(), agent);
      const beside = await another();
      const calls = Array.from({ length: 50 }, (_, at) =>
        ask(at % 2 === 0 ? under() : beside, agent, { confirm: true, plan_id }),
      );
      const { made, codes } = await outcomes(calls);
      expect(made).toHaveLength(1);
      expect(new Set(codes)).toEqual(new Set(['PLAN_USED']));
      const kept = await under().context.intents.list(agent.owner, { limit: 100 });
      expect(kept.map(({ id }) => id)).toEqual([made[0]?.intent?.id]);
    });

    test('keeps with the intent what the plan says about the exchange', async () => {
      const caller = await under().agent();
      const { context } = under();
      const planTerms = {
        receives: [{ asset: NATIVE_MINT, amount: 30n }],
        minimumOut: { mint: NATIVE_MINT, amount: 29n },
        ...{ priceImpactBps: 12, fees: [], slippageBps: 50 },
        route: { venue: 'jupiter', label: '2 steps', expiresAt: '2026-10-01T12:00:00Z' },
      };
      const draft = async () => ({ ...draftOf(10n), planTerms });
      const call = { tool: SEND, caller, draft };
      const { plan } = await proposeExecution(context, { ...call, input: { confirm: false } });
      const input = { confirm: true, plan_id: plan?.plan_id };
      const { intent } = await proposeExecution(context, { ...call, input });
      const { plan_terms: kept } = await showIntent(context, caller.owner, intent?.id ?? '');
      expect(kept).toMatchObject({
        ...{ price_impact_bps: 12, fees: [], slippage_bps: 50 },
        minimum_out: { mint: NATIVE_MINT, amount: '29', decimals: 9 },
      });
      expect(plan).toMatchObject(kept ?? {});
    });

    test('names the intent to whoever confirms its plan again', async () => {
      const agent = await under().agent();
      const plan_id = await planned(under(), agent);
      const { intent } = await ask(under(), agent, { confirm: true, plan_id });
      await expect(ask(under(), agent, { confirm: true, plan_id })).rejects.toMatchObject({
        code: 'PLAN_USED',
        context: { intentId: intent?.id },
      });
    });

    test('refuses a plan of other arguments, of another owner, past its time, and none at all', async () => {
      const [agent, stranger] = [await under().agent(), await under().agent()];
      const plan_id = await planned(under(), agent);
      const refused = async (call: Promise<unknown>, code: string) =>
        expect(call).rejects.toMatchObject({ code });
      await refused(ask(under(), agent, { confirm: true, plan_id, amount: 11n }), 'PLAN_MISMATCH');
      await refused(ask(under(), stranger, { confirm: true, plan_id }), 'PLAN_UNKNOWN');
      await refused(ask(under(), agent, { confirm: true, plan_id: 'nothing' }), 'PLAN_UNKNOWN');
      await refused(ask(under(), agent, { confirm: true }), 'PLAN_REQUIRED');
      under().clock.advance(10 * 60 * 1000);
      await refused(ask(under(), agent, { confirm: true, plan_id }), 'PLAN_UNKNOWN');
      expect(await under().context.intents.list(agent.owner, { limit: 10 })).toEqual([]);
    });

    test('gives the same intent to the same idempotency key, and refuses it for something else', async () => {
      const agent = await under().agent();
      const idempotency_key = 'once';
      const first = { confirm: true, idempotency_key, plan_id: await planned(under(), agent) };
      const { made } = await outcomes(Array.from({ length: 10 }, () => ask(under(), agent, first)));
      expect(new Set(made.map(({ intent }) => intent?.id)).size).toBe(1);
      expect(made.filter(({ repeated }) => !repeated)).toHaveLength(1);
      const other = { ...first, plan_id: await planned(under(), agent, 11n), amount: 11n };
      await expect(ask(under(), agent, other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      expect(await under().context.intents.list(agent.owner, { limit: 10 })).toHaveLength(1);
    });

    test('lets 200 intents of an owner wait, and a next one once one of them ended', async () => {
      const agent = await under().agent();
      const propose = async () =>
        ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      const id = (await propose()).intent?.id ?? '';
      await under().oltp.run(PLANS_LIKE_IT, [id, 199]);
      await under().oltp.run(INTENTS_LIKE_IT, [id, 199]);
      await expect(propose()).rejects.toMatchObject({ code: 'INTENTS_FULL', context: { most: 200 } });
      await withdrawIntent(under().context, agent, id);
      expect((await propose()).intent?.status).toBe('proposed');
    });

    test('passes the limit of a day by no more agents at once than by one after another', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { limits: [{ mint: MINT, perIntent: null, perDay: 35n }] });
      const plans = await Promise.all(Array.from({ length: 12 }, () => planned(under(), agent)));
      const beside = await another();
      const calls = plans.map((plan_id, at) =>
        ask(at % 2 === 0 ? under() : beside, agent, { confirm: true, plan_id }),
      );
      const { made, codes } = await outcomes(calls);
      expect(made).toHaveLength(3);
      expect(new Set(codes)).toEqual(new Set(['LIMIT_EXCEEDED']));
    });

    test('counts an intent until a day after its amount has left, whenever it was made', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { limits: [{ mint: MINT, perIntent: null, perDay: 10n }] });
      const { intents } = under().context;
      const { clock } = under();
      const step = () => ({ at: clock.now(), movedBy: 'owner' }) as const;
      const refused = () =>
        expect(planned(under(), agent, 1n)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      const { intent } = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      const id = intent?.id ?? '';
      clock.advance(DAY_MS - 1);
      await refused();
      const signed = Buffer.from(id);
      await intents.moves.submit(
        id,
        { signature: id, signedTransaction: signed, lastValidBlockHeight: 7n },
        step(),
      );
      clock.advance(2 * DAY_MS);
      await refused();
      await intents.moves.confirm(id, 42n, step());
      clock.advance(DAY_MS - 1);
      await refused();
      clock.advance(1);
      expect(await planned(under(), agent)).not.toBe('');
    });

    test('counts what failed or expired no more', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { limits: [{ mint: MINT, perIntent: null, perDay: 10n }] });
      const { intents } = under().context;
      const step = { at: under().clock.now(), movedBy: 'chain', reason: 'so it is' } as const;
      const submitted = async () => {
        const made = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
        const id = made.intent?.id ?? '';
        const signedTransaction = Buffer.from(id);
        await intents.moves.submit(id, { signature: id, signedTransaction, lastValidBlockHeight: 7n }, step);
        return id;
      };
      await intents.moves.fail(await submitted(), 42n, step);
      await intents.moves.expire(await submitted(), step);
      expect(await planned(under(), agent)).not.toBe('');
    });

    test('counts a hand-off that was approved as if it were executed in its last moment', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, {
        mode: 'delegate',
        limits: [{ mint: MINT, perIntent: null, perDay: 10n }],
      });
      const refused = () =>
        expect(planned(under(), agent, 1n)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      under().clock.advance(2 * DAY_MS - 1);
      await refused();
      under().clock.advance(1);
      expect(await planned(under(), agent)).not.toBe('');
    });

    test('counts what is rejected no more, and what nobody signed in time neither', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { limits: [{ mint: MINT, perIntent: null, perDay: 10n }] });
      const { intents } = under().context;
      const { intent } = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      await expect(planned(under(), agent, 1n)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      await intents.moves.reject(intent?.id ?? '', { at: under().clock.now(), movedBy: 'owner' });
      await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      await expect(planned(under(), agent, 1n)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      under().clock.advance(DAY_MS);
      expect(await planned(under(), agent)).not.toBe('');
    });

    test('is withdrawn by the credential that proposed it and by no other, and frees its limit', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { limits: [{ mint: MINT, perIntent: null, perDay: 10n }] });
      const { context } = under();
      const { intent } = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      const id = intent?.id ?? '';
      const other = { ...agent, credentialId: 'another' };
      await expect(withdrawIntent(context, other, id)).rejects.toMatchObject({ code: 'INTENT_OF_ANOTHER' });
      const stranger = await under().agent();
      await expect(withdrawIntent(context, stranger, id)).rejects.toMatchObject({ code: 'INTENT_UNKNOWN' });
      await expect(planned(under(), agent, 1n)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });

      for (let times = 0; times < 2; times += 1) await withdrawIntent(context, agent, id);
      expect(await showIntent(context, agent.owner, id)).toMatchObject({
        ...{ status: 'rejected', reason: 'The agent that proposed it withdrew it.' },
        steps: [{ moved_by: 'agent' }, { status: 'rejected', moved_by: 'agent' }],
      });
      const again = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      const sent = { signature: 's', signedTransaction: new Uint8Array(1), lastValidBlockHeight: 7n };
      const step = { at: context.clock.now(), movedBy: 'owner' } as const;
      await context.intents.moves.submit(again.intent?.id ?? '', sent, step);
      await expect(withdrawIntent(context, agent, again.intent?.id ?? '')).rejects.toMatchObject({
        code: 'INTENT_STANDS',
      });
    });

    test('is stopped by a kill switch that is thrown between plan and confirmation', async () => {
      const agent = await under().agent();
      const plan_id = await planned(under(), agent);
      await under().set(agent.owner, { switchState: 'killed' });
      await expect(ask(under(), agent, { confirm: true, plan_id })).rejects.toMatchObject({
        code: 'WALLET_KILLED',
      });
      expect(await under().context.intents.list(agent.owner, { limit: 10 })).toEqual([]);
    });

    test('is approved at once only where the owner delegates to a credential with the tool’s own scope', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { mode: 'delegate' });
      const proposer = { ...agent, scopes: new Set(['intent'] as const) };
      const statusFor = async (caller: typeof agent) => {
        const plan_id = await planned(under(), caller);
        return (await ask(under(), caller, { confirm: true, plan_id })).intent?.status;
      };
      expect([await statusFor(agent), await statusFor(proposer)]).toEqual(['approved', 'proposed']);
    });
  });

  describe('moving an intent', () => {
    const made = async () => {
      const agent = await under().agent();
      const { intent } = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      return { owner: agent.owner, id: intent?.id ?? '' };
    };
    const submission = (name: string) => ({
      signature: name,
      signedTransaction: Buffer.from(name),
      lastValidBlockHeight: 7n,
    });

    test('is done by one of many that try at once, and each step is kept once', async () => {
      const { owner, id } = await made();
      const { moves } = under().context.intents;
      const beside = (await another()).context.intents.moves;
      const step = { at: under().clock.now(), movedBy: 'owner' } as const;
      const tries = Array.from({ length: 20 }, (_, at) => {
        const by = at % 2 === 0 ? moves : beside;
        return at % 4 < 2 ? by.reject(id, step) : by.submit(id, submission(`${id} ${at}`), step);
      });
      const won = (await Promise.all(tries)).filter((one) => one !== undefined);
      expect(won).toHaveLength(1);
      expect(await under().context.intents.find(owner, id)).toEqual(won[0]);
      expect(await under().context.intents.steps(id)).toHaveLength(2);
    });

    test('needs a message that was handed out, and none that can still land is forgotten for newer ones', async () => {
      const { id } = await made();
      const { intents } = under().context;
      const digestOf = (message: number) => message.toString(16).padStart(64, '0');
      const handOut = (message: number, lastValidBlockHeight: bigint) => {
        const at = under().clock.now() + message;
        return intents.handOut({ intentId: id, digest: digestOf(message), lastValidBlockHeight, at });
      };
      const isKnown = async (message: number) =>
        (await intents.handedOut(id, digestOf(message))) !== undefined;
      await handOut(1, 1_000n);
      for (let message = 2; message <= 70; message += 1) await handOut(message, 1_100n);
      expect(await isKnown(1)).toBe(true);
      await handOut(71, 1_150n);
      expect(await isKnown(1)).toBe(true);
      await handOut(72, 1_151n);
      expect([await isKnown(1), await isKnown(2)]).toEqual([false, true]);
      await handOut(73, 9_999n);
      expect([await isKnown(23), await isKnown(24), await isKnown(73)]).toEqual([false, true, true]);
    });

    test('is not undone: its steps are only added', async () => {
      const { id } = await made();
      const rewriting = under().oltp.run('UPDATE intent_events SET reason = $2 WHERE intent_id = $1', [
        id,
        'x',
      ]);
      await expect(rewriting).rejects.toMatchObject({ code: 'OLTP_REJECTED' });
    });

    test('is too late for owner and wallet once it has expired', async () => {
      const { id } = await made();
      const { moves } = under().context.intents;
      under().clock.advance(DAY_MS);
      const step = { at: under().clock.now(), movedBy: 'owner' } as const;
      expect(await moves.approve(id, step)).toBeUndefined();
      expect(await moves.submit(id, submission(id), step)).toBeUndefined();
      expect(await under().context.intents.overdue(under().clock.now(), 1_000)).toContain(id);
      expect(START).toBeLessThan(under().clock.now());
    });
  });
}
