import { expect } from 'vitest';
import type { LocalnetWallet } from './localnet-wallet.ts';
import { connectAgent, type McpAgent } from './mcp-agent.ts';
import { pairedToken } from './paired-token.ts';
import { signIn } from './sign-in.ts';
import { waitFor } from './wait-for.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any tool and of any route
type Told = any;

/** An agent that proposes over MCP, and the owner who signs in, signs and submits over REST. */
export interface AgentAndOwner extends AsyncDisposable {
  readonly call: McpAgent['call'];
  readonly rest: (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly json: Told }>;
  /** Plans and confirms. @returns the id of the intent */
  readonly propose: (name: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
  /** The intent as the agent sees it. */
  readonly status: (id: string) => Promise<Told>;
  /** What the owner is given to sign. */
  readonly handOut: (id: string) => Promise<Told>;
  readonly submit: (
    id: string,
    transaction: string,
  ) => Promise<{ readonly status: number; readonly json: Told }>;
  /** Waits until the chain has decided. @returns the intent, confirmed */
  readonly confirmed: (id: string) => Promise<Told>;
  /** All of it: hands out, signs, submits, and waits. @returns the intent, confirmed */
  readonly execute: (id: string) => Promise<Told>;
}

export async function agentAndOwner(
  url: string,
  owner: LocalnetWallet,
  scopes: readonly string[] = ['read', 'intent', 'trade'],
): Promise<AgentAndOwner> {
  const jwt = await signIn(url, owner);
  const agent = await connectAgent(url, await pairedToken(url, owner, scopes));
  const rest: AgentAndOwner['rest'] = async (method, path, body) => {
    const sent = body && { body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${jwt}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent });
    return { status: response.status, json: await response.json() };
  };
  const both: AgentAndOwner = {
    rest,
    call: (name, input) => agent.call(name, input),
    propose: async (name, input) => {
      const planned = await agent.call(name, input);
      const plannable = { stage: 'planned', plan: { transaction: { simulation: { ok: true } } } };
      expect(planned).toMatchObject(plannable);
      const confirmed = { ...input, confirm: true, plan_id: planned.plan.plan_id };
      const proposed = await agent.call(name, confirmed);
      expect(proposed).toMatchObject({ stage: 'proposed', intent: { status: 'proposed' } });
      return proposed.intent.id;
    },
    status: async (id) =>
      (await agent.call('get_intent_status', { intent_id: id, include_transaction: false })).intent,
    handOut: async (id) => (await rest('POST', `/intents/${id}/transaction/`)).json,
    submit: (id, transaction) => rest('POST', `/intents/${id}/submit/`, { transaction }),
    confirmed: async (id) => {
      const isOver = async () => (await both.status(id)).status !== 'submitted';
      await waitFor(isOver, { what: 'the intent to be decided by the chain' });
      const intent = await both.status(id);
      expect(intent).toMatchObject({ status: 'confirmed' });
      return intent;
    },
    execute: async (id) => {
      const { transaction } = await both.handOut(id);
      const submitted = await both.submit(id, owner.signTransaction(transaction));
      expect(submitted).toMatchObject({ status: 200, json: { status: 'submitted' } });
      return both.confirmed(id);
    },
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
  return both;
}
