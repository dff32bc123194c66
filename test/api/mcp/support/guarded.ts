import { z } from 'zod';
import { callTool } from '../../../../api/mcp/catalogue/call.ts';
import type { Tool } from '../../../../api/mcp/catalogue/tool.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import type { CallDecision } from '../../../../api/state/control/call-decisions.ts';
import type { ControlChange } from '../../../../api/state/control/changes.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { SCOPES } from '../../../../core/rules/scopes.ts';
import { type ManualClock, manualClock } from '../../../support/manual-clock.ts';
import { type TestWallet, testWallet } from '../../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../../support/agent-api.ts';
import { principalOf } from './agents.ts';
import { NO_CONTEXT } from './surface-under-test.ts';

const logger = createLogger('silent');
const ALL = { limit: 200, before: undefined };
const SETTINGS = { PERPS_JURISDICTIONS: 'CH,SG', EQUITY_JURISDICTIONS: 'SG' };

// biome-ignore lint/suspicious/noExplicitAny: the answer of any tool
type Answer = any;

/** One owner after another, each of whom has set nothing, and an agent with every scope. */
export interface Guarded {
  readonly owner: TestWallet;
  readonly oltp: Oltp;
  readonly clock: ManualClock;
  readonly control: AgentApi['context']['control'];
  /** The structured content of a call, by the owner's agent unless another owner is named. */
  readonly call: (name: string, raw?: unknown, of?: Pubkey) => Promise<Answer>;
  /** Whether a call comes through every gate to its tool, which does nothing then: `passed`, or what refused it. */
  readonly reached: (name: string) => Promise<string>;
  /** Asks by a tool, signs as the owner and approves. */
  readonly granted: (name: string, raw?: unknown) => Promise<Answer>;
  /** The owner's audit log and changes, newest first. */
  readonly auditLog: () => Promise<CallDecision[]>;
  readonly changes: () => Promise<ControlChange[]>;
  /** Does something as another place over the same store. */
  readonly elsewhere: <Value>(url: string, work: () => Promise<Value>) => Promise<Value>;
  open(oltp: Oltp): Promise<void>;
  nextOwner(): void;
}

const NOTHING = { output: z.looseObject({}), answer: async () => ({}), textOf: () => '' };

function toolNamed(name: string): Tool {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

export function guarded(): Guarded {
  const clock = manualClock(Date.UTC(2026, 9, 1, 12));
  let [owners, owner] = [0, testWallet('owner 0')];
  let oltp: Oltp;
  let api: AgentApi;
  const answerOf = async (tool: Tool, raw: unknown, of: Pubkey): Promise<Answer> => {
    const caller = principalOf({ owner: of, scopes: SCOPES });
    const { control, intents } = api.context;
    const context = { ...NO_CONTEXT, control, intents };
    return (await callTool({ tool, raw, caller }, { context, logger })).structuredContent;
  };
  const call: Guarded['call'] = (name, raw = {}, of = owner.address) => answerOf(toolNamed(name), raw, of);
  return {
    clock,
    call,
    reached: async (name) => {
      const probe = {
        ...toolNamed(name),
        input: z.strictObject({}),
        acts: undefined,
        effect: () => ({}),
        serving: NOTHING,
      };
      return (await answerOf(probe, {}, owner.address)).code ?? 'passed';
    },
    get owner() {
      return owner;
    },
    get oltp() {
      return oltp;
    },
    get control() {
      return api.context.control;
    },
    granted: async (name, raw) => {
      const { request } = await call(name, raw);
      return call('approve_proposal', { proposal_id: request.id, signature: owner.sign(request.message) });
    },
    auditLog: () => api.context.control.decisions.list(owner.address, ALL),
    changes: () => api.context.control.changes.list(owner.address, ALL),
    elsewhere: async (url, work) => {
      const here = api;
      api = await openAgentApi(oltp, clock, { ...SETTINGS, PUBLIC_BASE_URL: url });
      try {
        return await work();
      } finally {
        api = here;
      }
    },
    open: async (over) => {
      oltp = over;
      api = await openAgentApi(over, clock, SETTINGS);
    },
    nextOwner: () => {
      owners += 1;
      owner = testWallet(`owner ${owners}`);
    },
  };
}
