import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callTool } from '../../../../api/mcp/catalogue/call.ts';
import { defineOwnerTool, EXECUTION, type Tool } from '../../../../api/mcp/catalogue/tool.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import type { WalletControl } from '../../../../api/state/control/wallet-control.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import type { Move } from '../../../../core/rules/moves.ts';
import { OPEN_POLICY } from '../../../../core/rules/wallet-policy.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { type ControlUnderTest, controlUnderTest } from '../../support/control-under-test.ts';
import { principalOf } from '../support/agents.ts';
import { NO_CONTEXT } from '../support/surface-under-test.ts';

const logger = createLogger('silent');
const acted = vi.fn();
const limited = vi.fn();
const [mint, friend, stranger] = [pubkeyOf('mint'), pubkeyOf('friend'), pubkeyOf('stranger')];
let control: ControlUnderTest;
beforeEach(() => {
  control = controlUnderTest();
  acted.mockClear();
});

const call = async (tool: Tool, raw: unknown = {}, scopes = [tool.scope], more: object = {}) => {
  const context = { ...NO_CONTEXT, control: control.context, ...more };
  const caller = principalOf({ scopes });
  return (
    await callTool(
      { tool, raw, caller },
      { context, logger, metrics: { limited, toolCall: () => undefined } },
    )
  ).structuredContent;
};

/** The same tool, as the gates see it, with an answer that is noticed. */
const noticed = (tool: Tool): Tool => ({
  ...tool,
  input: z.looseObject({}),
  acts: undefined,
  effect: () => ({}),
  serving: {
    output: z.looseObject({}),
    textOf: () => '',
    answer: async () => {
      acted(tool.name);
      return { done: true };
    },
  },
});

/** What the specification and docs/agents.md say of tools, apart from their declarations. */
const STOPS = ['kill_wallet', 'pause_wallet'];
const ANSWERED_BY_A_STOPPED_WALLET = [
  ...STOPS,
  ...['resume_wallet', 'get_intent_status', 'poll_agnta_grant_clear', 'poll_permission_mode_change'],
  ...['poll_agnta_identity_registration', 'poll_session_signer_authorization'],
];
const STOPS_ACTING = ['strategy_pause', 'strategy_cancel', 'cancel_intent'];
const EXITS = ['perp_close', 'close_perp_position', 'cancel_perp_order', 'set_perp_tpsl'];
const MARKETS: Readonly<Record<string, string>> = {
  ...{ equity_quote: 'equity', offramp_to_fiat: 'offramp', strategy_equity_dca_create: 'equity' },
  ...{ strategy_perp_grid_create: 'perps', strategy_basis_trade_create: 'perps' },
  strategy_hedge_create: 'perps',
};
const FREE = ['read', 'quote'];
const isFree = ({ name, scope }: Tool) => FREE.includes(scope) || ANSWERED_BY_A_STOPPED_WALLET.includes(name);
const isHeldByPause = (tool: Tool) =>
  !(isFree(tool) || ['manage', 'wallet_admin'].includes(tool.scope) || STOPS_ACTING.includes(tool.name));
const entersMarket = ({ name, scope }: Tool) =>
  !EXITS.includes(name) && (['perps', 'equity'].includes(scope) || MARKETS[name] !== undefined);
const isHeldByPolicy = ({ name }: Tool) => !STOPS.includes(name);

interface Closed {
  readonly gate: string;
  readonly held: (tool: Tool) => Partial<WalletControl>;
  /** What a gate that is closed refuses; every other tool passes it. */
  readonly refuses: (tool: Tool) => boolean;
  readonly code: string;
}

const closed: readonly Closed[] = [
  {
    ...{ gate: 'kill switch', code: 'wallet_killed' },
    ...{ held: () => ({ switchState: 'killed' }), refuses: (tool) => !isFree(tool) },
  },
  {
    ...{ gate: 'pause', code: 'wallet_paused' },
    ...{ held: () => ({ switchState: 'paused' }), refuses: isHeldByPause },
  },
  {
    ...{ gate: 'permission mode', code: 'permission_mode_forbids' },
    ...{ held: () => ({ mode: 'observe' }), refuses: isHeldByPause },
  },
  {
    ...{ gate: 'policy that denies it', code: 'policy_forbids', refuses: isHeldByPolicy },
    held: ({ name }) => ({ policy: { ...OPEN_POLICY, deniedTools: [name] } }),
  },
  {
    ...{ gate: 'policy that allows others', code: 'policy_forbids', refuses: isHeldByPolicy },
    held: () => ({ policy: { ...OPEN_POLICY, allowedTools: ['another_tool'] } }),
  },
  {
    ...{ gate: 'jurisdiction that is not declared', code: 'jurisdiction_unknown' },
    ...{ held: () => ({ jurisdiction: undefined }), refuses: entersMarket },
  },
  {
    ...{ gate: 'jurisdiction that is not open', code: 'jurisdiction_forbids' },
    ...{ held: () => ({ jurisdiction: 'FR' }), refuses: entersMarket },
  },
];

describe('every tool of the catalogue', () => {
  test.for(closed)('is refused by the $gate, or passes it', async ({ held, refuses, code }) => {
    for (const tool of TOOLS) {
      control.set(held(tool));
      acted.mockClear();
      control.auditLog.length = 0;
      const expected = refuses(tool) ? code : undefined;

      const answer = await call(noticed(tool));

      expect([tool.name, answer.code]).toEqual([tool.name, expected]);
      expect([tool.name, acted.mock.calls.length]).toEqual([tool.name, expected ? 0 : 1]);
      const trailed = expected !== undefined || !FREE.includes(tool.scope) || STOPS.includes(tool.name);
      const codes = control.auditLog.map(({ tool: name, refusal }) => [name, refusal?.code]);
      expect(codes).toEqual(trailed ? [[tool.name, expected]] : []);
    }
  });

  test('is refused for its scope before any other gate is asked, and the owner is told', async () => {
    control.set({ switchState: 'killed', mode: 'observe', jurisdiction: undefined });
    for (const tool of TOOLS) {
      control.auditLog.length = 0;
      expect(await call(noticed(tool), {}, [])).toMatchObject({ code: 'missing_scope', scope: tool.scope });
      expect(control.auditLog).toMatchObject([
        { tool: tool.name, refusal: { gate: 'scope', code: 'missing_scope' } },
      ]);
    }
    expect(acted).not.toHaveBeenCalled();
    expect(control.reads()).toBe(0);
  });

  test('that reads or quotes looks at the guardrails once and writes nothing', async () => {
    const free = TOOLS.filter(({ scope, hints }) => FREE.includes(scope) && hints.readOnlyHint);
    for (const tool of free) await call(noticed(tool));

    expect(acted).toHaveBeenCalledTimes(free.length);
    expect([control.reads(), control.auditLog]).toEqual([free.length, []]);
  });

  test('that everybody may call looks at no guardrail, and is refused where a market is gated', async () => {
    const services = { context: { ...NO_CONTEXT, control: control.context }, logger };
    for (const tool of TOOLS.filter(({ anonymous }) => anonymous)) {
      const answered = await callTool({ tool: noticed(tool), raw: {}, caller: undefined }, services);
      const code = tool.name === 'equity_quote' ? 'jurisdiction_unknown' : undefined;
      expect([tool.name, answered.structuredContent.code]).toEqual([tool.name, code]);
    }
    expect([control.reads(), control.auditLog]).toEqual([0, []]);
  });

  test('leaves no more rows for stopping what is stopped, once its credential is beyond its rate', async () => {
    const context = { ...NO_CONTEXT, control: control.context };
    const stop = async (tool: Tool) => {
      const caller = principalOf({ scopes: ['read'] });
      await callTool({ tool: noticed(tool), raw: {}, caller, beyondRate: true }, { context, logger });
    };
    for (const tool of TOOLS.filter(({ name }) => STOPS.includes(name))) {
      control.set({});
      await stop(tool);
      control.set({ switchState: 'killed' });
      await stop(tool);
    }
    expect(acted).toHaveBeenCalledTimes(4);
    expect(control.auditLog.map(({ tool }) => tool)).toEqual(STOPS);
  });
});

const moving = (move: Partial<Move>) =>
  defineOwnerTool({
    name: 'send_token_social',
    title: 'Moves',
    description: 'A tool that would move something.',
    scope: 'trade',
    toolset: 'trading',
    hints: EXECUTION,
    input: z.strictObject({ amount: z.string().default('1') }),
    output: z.strictObject({ done: z.boolean() }),
    effect: () => ({ move: { outflows: [], counterparties: [], ...move } }),
    answer: async () => {
      acted();
      return { done: true };
    },
    textOf: () => 'Done.',
  });
const sending = (amount: bigint) => moving({ outflows: [{ mint, amount }], counterparties: [friend] });

describe('a call that would move something', () => {
  test.for<[string, Partial<WalletControl>, Tool, string | undefined]>([
    [
      'a denied tool',
      { policy: { ...OPEN_POLICY, deniedTools: ['send_token_social'] } },
      sending(1n),
      'tool',
    ],
    ['another mint', { policy: { ...OPEN_POLICY, allowedMints: [friend] } }, sending(1n), 'mint'],
    ['another venue', { policy: { ...OPEN_POLICY, allowedVenues: ['a'] } }, moving({ venue: 'b' }), 'venue'],
    [
      'a stranger',
      {
        policy: { ...OPEN_POLICY, counterpartiesOnly: true },
        counterparties: [{ address: friend, label: 'a friend' }],
      },
      moving({ counterparties: [friend, stranger] }),
      'counterparty',
    ],
  ])('is refused by the policy for %s', async ([, held, tool, of]) => {
    control.set(held);

    expect(await call(tool)).toMatchObject({
      code: 'policy_forbids',
      detail: expect.stringContaining(`the ${of} `),
    });
    expect(acted).not.toHaveBeenCalled();
    expect(control.auditLog).toMatchObject([{ refusal: { gate: 'wallet_policy' } }]);
  });

  test('is refused for its tool before anybody looks at what it would move', async () => {
    control.set({ policy: { ...OPEN_POLICY, deniedTools: ['send_token_social'] } });
    const effect = vi.fn();
    const proposing = TOOLS.find(({ name }) => name === 'create_execution_intent') ?? expect.fail();
    const asked = { action: 'send_token_social', arguments: { recipient: friend, mint, amount: '1' } };

    expect(await call({ ...sending(1n), effect })).toMatchObject({ code: 'policy_forbids' });
    expect(effect).not.toHaveBeenCalled();
    // Its move asks the chain, which is not there.
    expect(await call(proposing, asked)).toMatchObject({ code: 'policy_forbids' });
  });

  test('is refused beyond the limit of one intent, and allowed at it', async () => {
    control.set({ limits: [{ mint, perIntent: 10n, perDay: null }] });

    expect(await call(sending(10n))).toEqual({ done: true });
    expect(await call(sending(11n))).toMatchObject({
      code: 'limit_exceeded',
      detail: `This would bring the total to 11 base units of ${mint}, but the wallet's limit is 10 per intent.`,
    });
    expect(acted).toHaveBeenCalledTimes(1);
    expect(control.auditLog.map(({ refusal }) => refusal?.gate)).toEqual([undefined, 'limits']);
  });

  test('is refused beyond the limit of a day, before its jurisdiction is asked for', async () => {
    control.set({ limits: [{ mint, perIntent: null, perDay: 10n }], jurisdiction: 'FR' });
    const spent = new Map([[mint as string, 4n]]);
    const intents = { intents: { spent: async () => spent }, clock: control.context.clock };
    const beyond = moving({ outflows: [{ mint, amount: 7n }], market: 'perps' });

    expect(await call(beyond, {}, ['trade'], { intents })).toMatchObject({
      code: 'limit_exceeded',
      detail: expect.stringContaining('11'),
    });
    expect(acted).not.toHaveBeenCalled();
    expect(await call(sending(6n), {}, ['trade'], { intents })).toEqual({ done: true });
    expect(control.auditLog.map(({ refusal }) => refusal?.gate)).toEqual(['limits', undefined]);
  });

  test('is noted as refused too where a gate refuses it only in the end', async () => {
    const late = (code: 'WALLET_KILLED' | 'PLAN_UNKNOWN'): Tool => {
      const answer = () => Promise.reject(new LaunchlensError(code, {}));
      return { ...sending(1n), serving: { ...sending(1n).serving, answer } };
    };
    expect(await call(late('WALLET_KILLED'))).toMatchObject({ code: 'wallet_killed' });
    expect(control.auditLog.map(({ refusal }) => refusal?.gate)).toEqual([undefined, 'switch']);
    control.auditLog.length = 0;
    expect(await call(late('PLAN_UNKNOWN'))).toMatchObject({ code: 'plan_unknown' });
    expect(control.auditLog.map(({ refusal }) => refusal?.gate)).toEqual([undefined]);
  });

  test('is refused where it enters a market that is closed, whatever its tool is for', async () => {
    control.set({ jurisdiction: 'FR' });

    expect(await call(moving({ market: 'perps' }))).toMatchObject({ code: 'jurisdiction_forbids' });
    expect(await call(moving({}))).toEqual({ done: true });
  });

  test('has its arguments looked at before the policy and after the switch', async () => {
    control.set({ policy: { ...OPEN_POLICY, allowedTools: [] } });
    expect(await call(sending(1n), { amount: 1 })).toMatchObject({ code: 'parameter_malformed' });
    expect(control.auditLog).toMatchObject([{ refusal: { gate: 'arguments', code: 'parameter_malformed' } }]);

    control.set({ switchState: 'paused' });
    expect(await call(sending(1n), { amount: 1 })).toMatchObject({ code: 'wallet_paused' });
  });
});

describe('the arguments of a call', () => {
  const open = (input: z.ZodObject): Tool => ({ ...sending(1n), input });
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

  test('are refused where they are too large to be searched for a key, and the owner is told', async () => {
    const raw = { arguments: { note: 'A'.repeat(1_000_000) } };
    const tool = open(z.strictObject({ arguments: z.record(z.string(), z.unknown()) }));

    expect(await call(tool, raw)).toMatchObject({
      code: 'arguments_too_large',
      detail: 'The arguments contain more than 131072 characters. Send less in one call.',
    });
    expect(acted).not.toHaveBeenCalled();
    expect(control.auditLog).toMatchObject([{ refusal: { gate: 'arguments', code: 'arguments_too_large' } }]);
    expect(limited.mock.calls).toEqual([['arguments']]);
  });

  test('that hold a key are refused for the key, with a mistake in them or without', async () => {
    const tool = open(z.strictObject({ note: z.string().max(100) }));
    for (const raw of [{ note: phrase }, { note: phrase, more: 1 }, { note: 7, more: phrase }]) {
      expect(await call(tool, raw)).toMatchObject({ code: 'secret_refused' });
    }
    expect(acted).not.toHaveBeenCalled();
  });
});

test('a call whose decision cannot be written down is refused, allowed or not', async () => {
  const { context } = control;
  const record = () => Promise.reject(new Error('no store'));
  control = { ...control, context: { ...context, decisions: { ...context.decisions, record } } };

  expect(await call(sending(1n))).toMatchObject({ code: 'internal' });
  expect(await call(sending(1n), {}, [])).toMatchObject({ code: 'internal' });
  expect(acted).not.toHaveBeenCalled();
});

test('without the guardrails nothing that they hold passes', async () => {
  const caller = principalOf({ scopes: ['trade'] });
  const services = { context: NO_CONTEXT, logger };
  const { structuredContent } = await callTool({ tool: sending(1n), raw: {}, caller }, services);

  expect(structuredContent).toMatchObject({ code: 'internal' });
  expect(acted).not.toHaveBeenCalled();
});

test('the audit log of a proposal names the tool whose effect it is, refused or not, and no name that is none', async () => {
  const tool = TOOLS.find(({ name }) => name === 'create_execution_intent');
  if (tool === undefined) throw new Error('there is no such tool');
  control.set({ switchState: 'killed' });
  const named = (raw: unknown) => call(tool, raw);
  for (const action of ['perp_open_long', 'refund_ilo_pledge']) await named({ action, arguments: 7 });
  for (const raw of [{ action: 'list_launches' }, { action: 'x' }, { action: 7 }, {}, null]) await named(raw);

  expect([...new Set(control.auditLog.map((decision) => decision.tool))]).toEqual([
    'create_execution_intent:perp_open_long',
    'create_execution_intent:refund_ilo_pledge',
    'create_execution_intent',
  ]);
});
