import { describe, expect, test } from 'vitest';
import type { ControlContext } from '../../../../api/actions/control/context.ts';
import type { IntentsContext } from '../../../../api/actions/intents/context.ts';
import { intentStatusOf } from '../../../../api/actions/intents/hand-out.ts';
import { dueSwap, proposeStep } from '../../../../api/actions/strategies/step.ts';
import { callTool } from '../../../../api/mcp/catalogue/call.ts';
import type { ToolContext } from '../../../../api/mcp/catalogue/tool.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import type { WalletControl } from '../../../../api/state/control/wallet-control.ts';
import type { Intent } from '../../../../api/state/intents/intent.ts';
import type { StepLease } from '../../../../api/state/strategies/leases.ts';
import { type Venues, venuesOf } from '../../../../api/venues/venues.ts';
import { isLaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { SCOPES, type Scope } from '../../../../core/rules/scopes.ts';
import { OPEN_POLICY } from '../../../../core/rules/wallet-policy.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { principalOf } from '../../mcp/support/agents.ts';
import { NO_CONTEXT } from '../../mcp/support/surface-under-test.ts';
import { controlUnderTest } from '../../support/control-under-test.ts';
import { BUY, PAY, swapVenue } from '../../support/runner-under-test.ts';

/** The same swap is asked for in every way that there is; `BUY` is an equity, so that its market is gated. */
const SWAP = { input_mint: PAY, output_mint: BUY, amount: '1000' };
const logger = createLogger('silent');
const [owner, credentialId] = [pubkeyOf('owner'), 'c'];

/** What is wrong with a call: its checks close one after another. */
interface Flaws {
  withoutScope: boolean;
  raw: Record<string, unknown>;
  denied: string[];
  held: Partial<WalletControl>;
  limit: { perIntent: bigint | null; perDay: bigint | null };
}

interface Check {
  readonly name: string;
  readonly close: (flaws: Flaws, called: string) => void;
  /** The refusal: its code and a part of its sentence. */
  readonly says: (called: string) => readonly [code: string, part: string];
}

const SCOPE: Check = {
  name: 'scope',
  close: (flaws) => void Object.assign(flaws, { withoutScope: true }),
  says: (called) => ['missing_scope', called],
};
const SWITCH: Check = {
  name: 'switch',
  close: ({ held }) => void Object.assign(held, { switchState: 'killed' }),
  says: () => ['wallet_killed', ''],
};
const MODE: Check = {
  name: 'permission mode',
  close: ({ held }) => void Object.assign(held, { mode: 'observe' }),
  says: () => ['permission_mode_forbids', ''],
};
const ARGUMENTS: Check = {
  name: 'arguments',
  close: ({ raw }) => void Object.assign(raw, { amount: 'much' }),
  says: () => ['parameter_malformed', 'amount'],
};
const POLICY_OF_CALLED: Check = {
  name: 'policy for the tool called',
  close: ({ denied }, called) => void denied.push(called),
  says: (called) => ['policy_forbids', called],
};
const POLICY_OF_ACTION: Check = {
  name: 'policy for the tool whose effect it is',
  close: ({ denied }) => void denied.push('jupiter_swap'),
  says: () => ['policy_forbids', 'jupiter_swap'],
};
const LIMIT_OF_INTENT: Check = {
  name: 'limit of one intent',
  close: ({ limit }) => void Object.assign(limit, { perIntent: 999n }),
  says: () => ['limit_exceeded', 'per intent'],
};
const LIMIT_OF_DAY: Check = {
  name: 'limit of a day',
  close: ({ limit }) => void Object.assign(limit, { perDay: 1_500n }),
  says: () => ['limit_exceeded', 'per day'],
};
const JURISDICTION: Check = {
  name: 'jurisdiction',
  close: ({ held }) => void Object.assign(held, { jurisdiction: 'FR' }),
  says: () => ['jurisdiction_forbids', 'equity'],
};

/** The one order. */
const ORDER = [
  ...[SCOPE, SWITCH, MODE, ARGUMENTS, POLICY_OF_CALLED, POLICY_OF_ACTION],
  ...[LIMIT_OF_INTENT, LIMIT_OF_DAY, JURISDICTION],
];

interface World {
  readonly context: ToolContext & { readonly control: ControlContext; readonly intents: IntentsContext };
  readonly venues: Venues;
  readonly scopes: readonly Scope[];
  readonly raw: Flaws['raw'];
}

type Refusal = readonly [code: string, detail: string];

interface CallerKind {
  readonly kind: string;
  /** The tool that is called. */
  readonly called: string;
  /** Its scope. */
  readonly scope: Scope;
  readonly checks: readonly Check[];
  /** What a call is refused with, if it is. */
  readonly refusal: (world: World) => Promise<Refusal>;
}

async function answeredBy(name: string, raw: unknown, { context, scopes }: World): Promise<Refusal> {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const caller = principalOf({ owner, scopes });
  const { structuredContent } = await callTool({ tool, raw, caller }, { context, logger });
  return [String(structuredContent.code), String(structuredContent.detail)];
}

const INTENT = {
  ...{ id: 'i', owner, credentialId, credentialLabel: 'agent', planId: 'p', summary: 'Swap.', arguments: {} },
  ...{ action: 'jupiter_swap', status: 'proposed', build: { builder: 'venue', terms: {} } },
  ...{ outflows: [{ mint: PAY, amount: 1_000n }], createdAt: 0, expiresAt: Date.UTC(2100, 0, 1) },
  judged: { scope: 'trade', counterparties: [], market: 'equity' },
} as unknown as Intent;

const LEASE = {
  ...{ strategyId: 's', kind: 'dca', owner, credentialId, name: 'Weekly', step: 1, dueAt: 0 },
  plan: { pay_mint: PAY, buy_mint: BUY, amount_per_step: '1000', interval_seconds: 3600, steps: 3 },
} as unknown as StepLease;
const STEP = { lease: LEASE, swap: dueSwap(LEASE) };

const CALLERS: readonly CallerKind[] = [
  {
    ...{ kind: 'an agent that calls the tool', called: 'jupiter_swap', scope: 'trade' },
    checks: ORDER.filter((check) => check !== POLICY_OF_CALLED),
    refusal: (world) => answeredBy('jupiter_swap', world.raw, world),
  },
  {
    ...{ kind: 'an agent that may only propose', called: 'create_execution_intent', scope: 'intent' },
    checks: ORDER,
    refusal: (world) =>
      answeredBy('create_execution_intent', { action: 'jupiter_swap', arguments: world.raw }, world),
  },
  {
    ...{ kind: 'a step of a strategy', called: 'strategy_dca_create', scope: 'strategy' },
    checks: ORDER.filter((check) => check !== ARGUMENTS),
    refusal: async ({ context: { control, intents }, venues, scopes }) => {
      const leases = { intentOf: async () => undefined };
      const callerOf = async () => principalOf({ owner, scopes });
      try {
        await proposeStep({ control, intents, venues, leases, callerOf }, STEP);
      } catch (error) {
        if (!isLaunchlensError(error)) throw error;
        return [error.code.toLowerCase(), error.message];
      }
      return ['', ''];
    },
  },
  {
    ...{ kind: 'an agent that asks for the transaction to sign', called: 'jupiter_swap', scope: 'intent' },
    // The intent counts among what was spent already, and was made with arguments and a scope that held.
    checks: [SWITCH, MODE, POLICY_OF_ACTION, LIMIT_OF_INTENT, JURISDICTION],
    refusal: async ({ context: { intents } }) => {
      const asked = { id: INTENT.id, withTransaction: true };
      const { transaction_problem: problem } = await intentStatusOf(intents, owner, asked);
      return [problem?.code ?? '', problem?.detail ?? ''];
    },
  },
];

/** What a call comes to that every check lets pass: nothing here builds a transaction. */
const PASSED = 'chain_reader_missing';

function worldWith(closed: readonly Check[], { called, scope }: CallerKind) {
  const flaws: Flaws = {
    ...{ withoutScope: false, raw: { ...SWAP }, denied: [], held: {} },
    limit: { perIntent: null, perDay: null },
  };
  for (const check of closed) check.close(flaws, called);
  const control = controlUnderTest();
  control.set({
    ...flaws.held,
    policy: { ...OPEN_POLICY, deniedTools: flaws.denied },
    limits: [{ mint: PAY, ...flaws.limit }],
  });
  const { controls, markets, tools, clock } = control.context;
  const intents = {
    ...{ controls, markets, tools, clock, builders: new Map() },
    intents: {
      spent: async () => new Map([[PAY as string, 501n]]),
      repeat: async () => undefined,
      find: async () => INTENT,
      steps: async () => [],
    },
    feeOn: async () => undefined,
    pageOf: (id: string) => id,
  } as unknown as IntentsContext;
  const venue = swapVenue();
  const venues = venuesOf([venue], clock, [BUY]);
  const context = { ...NO_CONTEXT, control: control.context, intents, venues };
  const scopes = SCOPES.filter((each) => !(flaws.withoutScope && each === scope));
  return { world: { context, venues, scopes, raw: flaws.raw }, auditLog: control.auditLog, venue };
}

/** Every choice of some of them, in their order. */
function combinationsOf(checks: readonly Check[]): readonly (readonly Check[])[] {
  return Array.from({ length: 2 ** checks.length }, (_, choice) =>
    checks.filter((_check, at) => Math.floor(choice / 2 ** at) % 2 === 1),
  );
}

describe.for(CALLERS)('$kind', (caller) => {
  test('is refused by the first check that is closed, whichever others are, before a venue is asked', async () => {
    const told: unknown[] = [];
    const expected: unknown[] = [];
    for (const closed of combinationsOf(caller.checks)) {
      const { world, venue } = worldWith(closed, caller);
      const [code, detail] = await caller.refusal(world);
      const [wanted, part] = closed[0]?.says(caller.called) ?? [PASSED, ''];
      const names = closed.map(({ name }) => name).join(', ');
      told.push([names, code, detail.includes(part) ? part : detail, closed.length > 0 && venue.asked]);
      expected.push([names, wanted, part, closed.length > 0 && 0]);
    }
    expect(told).toEqual(expected);
  });
});

describe('anybody', () => {
  const quote = async (name: string, raw: unknown) => {
    const { world, venue } = worldWith([], { ...CALLERS[0], called: name } as CallerKind);
    const tool = TOOLS.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    const call = { tool, raw, caller: undefined };
    const { structuredContent } = await callTool(call, { context: world.context, logger });
    return [structuredContent.code, venue.asked];
  };

  test.for([
    ['jupiter_swap', { ...SWAP, amount: 'much' }, 'missing_scope'],
    ['get_wallet_policy', { more: 1 }, 'missing_scope'],
    ['get_quotes', { ...SWAP, amount: 'much' }, 'parameter_malformed'],
    ['get_quotes', SWAP, 'jurisdiction_unknown'],
  ] as const)('who calls %s with %o is refused with %s', async ([name, raw, code]) => {
    expect(await quote(name, raw)).toEqual([code, 0]);
  });
});

describe('the audit log of a refused call', () => {
  const SECRET = '5'.repeat(88);
  test.for([
    ['keeps arguments that a check did not look at', SCOPE, SWAP, JSON.stringify(SWAP)],
    ['keeps them for a stopped wallet', SWITCH, SWAP, JSON.stringify(SWAP)],
    ['keeps them for a permission mode', MODE, SWAP, JSON.stringify(SWAP)],
    ['keeps no arguments that would not be accepted', SCOPE, { ...SWAP, amount: 'much' }, undefined],
    ['keeps no secret', SWITCH, { ...SWAP, input_mint: SECRET }, undefined],
    ['keeps no arguments that were the reason', ARGUMENTS, { ...SWAP, amount: 'much' }, undefined],
  ] as const)('%s', async ([, check, raw, asked]) => {
    const caller = CALLERS[0] as CallerKind;
    const { world, auditLog } = worldWith([check], caller);
    await answeredBy(caller.called, raw, world);
    expect(auditLog.map((decision) => decision.asked)).toEqual([asked]);
  });
});
