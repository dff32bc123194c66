import type { AgentPrincipal } from '../../../api/access/agents/principal.ts';
import { callTool } from '../../../api/mcp/catalogue/call.ts';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { SCOPES } from '../../../core/rules/scopes.ts';
import type { DecisionStore } from '../../support/decision-stores.ts';
import { type TestWallet, testWallet } from '../../support/wallets.ts';
import { NO_CONTEXT } from '../mcp/support/surface-under-test.ts';
import type { AgentApi } from './agent-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
export type Told = any;

/** Owners whose agents call tools as an MCP surface does: every gate, real credentials, a real store. */
export class DeskUnderTest {
  readonly #api: AgentApi;
  readonly #store: DecisionStore;
  readonly #callers = new Map<string, AgentPrincipal>();
  #owners = 0;

  constructor(api: AgentApi, store: DecisionStore) {
    this.#api = api;
    this.#store = store;
  }

  newOwner(): TestWallet {
    this.#owners += 1;
    return testWallet(`owner of records ${this.#owners}`);
  }

  /** An agent of the owner with every scope. */
  async callerOf(owner: TestWallet): Promise<AgentPrincipal> {
    const known = this.#callers.get(owner.address);
    if (known) return known;
    const token = await this.#api.pairedToken(owner, SCOPES);
    const use = { authorization: `Bearer ${token}`, surface: '/mcp/agent-v1', kinds: ['token' as const] };
    const caller = await this.#api.context.agents.access.principal(use);
    this.#callers.set(owner.address, caller);
    return caller;
  }

  /** Another agent of the owner calls from now on. */
  async replaceAgentOf(owner: TestWallet): Promise<AgentPrincipal> {
    this.#callers.delete(owner.address);
    return this.callerOf(owner);
  }

  /** The structured content of a call: an answer, or a refusal with its code. */
  async call(owner: TestWallet, name: string, raw: unknown = {}): Promise<Told> {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const { control, agentRecords, intents } = this.#api.context;
    const caller = await this.callerOf(owner);
    const services = {
      context: { ...NO_CONTEXT, control, agentRecords, intents },
      logger: createLogger('silent'),
    };
    const { structuredContent, isError } = await callTool({ tool, raw, caller }, services);
    // What a tool answers is what its schema says.
    if (!isError) tool.serving.output.parse(JSON.parse(JSON.stringify(structuredContent)));
    return structuredContent;
  }

  /** The owner declares a country, Switzerland where none is named. */
  async declare(owner: TestWallet, country = 'CH'): Promise<void> {
    await this.#store.oltp.run(
      `INSERT INTO wallet_controls (owner, jurisdiction, updated_at) VALUES ($1, $2, now())
        ON CONFLICT (owner) DO UPDATE SET jurisdiction = excluded.jurisdiction`,
      [owner.address, country],
    );
  }

  async setSwitch(owner: TestWallet, state: 'on' | 'paused' | 'killed'): Promise<void> {
    await this.#store.oltp.run(
      `INSERT INTO wallet_controls (owner, switch_state, updated_at) VALUES ($1, $2, now())
        ON CONFLICT (owner) DO UPDATE SET switch_state = excluded.switch_state`,
      [owner.address, state],
    );
  }
}
