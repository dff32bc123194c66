import { expect } from 'vitest';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { toolError } from '../../../schemas/mcp/answers.ts';
import type { LocalnetWallet } from '../localnet-wallet.ts';
import type { McpAgent } from '../mcp-agent.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any tool
export type Told = any;

/** An agent with every scope that walks through the catalogue for one owner. */
export interface Walk {
  readonly owner: LocalnetWallet;
  /** What a call answers; a refusal fails the test. */
  told(name: string, input?: Readonly<Record<string, unknown>>): Promise<Told>;
  /** A call that is refused with a code which its tool declares. */
  refused(name: string, input: Readonly<Record<string, unknown>>, code: string): Promise<Told>;
  /** What each tool answered so far, refusals too. */
  readonly answers: ReadonlyMap<string, readonly Told[]>;
}

/** Calls one tool with valid arguments, and looks at what came of it. */
export type ToolCase = (walk: Walk) => Promise<void>;
export type ToolCases = Readonly<Record<string, ToolCase>>;

export function walkOf(agent: McpAgent, owner: LocalnetWallet): Walk {
  const answers = new Map<string, Told[]>();
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<Told> => {
    const answer = await agent.call(name, input);
    answers.set(name, [...(answers.get(name) ?? []), answer]);
    return answer;
  };
  return {
    owner,
    answers,
    told: async (name, input = {}) => {
      const answer = await call(name, input);
      expect(answer, `${name}: ${JSON.stringify(answer)}`).not.toHaveProperty('remedy');
      return answer;
    },
    refused: async (name, input, code) => {
      const answer = await call(name, input);
      expect(answer, `${name}: ${JSON.stringify(answer)}`).toMatchObject({ code });
      expect(toolError.safeParse(answer).error).toBeUndefined();
      const tool = TOOLS.find((each) => each.name === name);
      expect(tool?.failures.map((each) => each.toLowerCase())).toContain(code);
      return answer;
    },
  };
}

/** Plans and confirms, and finds the intent where the owner's agents look for it. */
export async function proposed(
  { told }: Walk,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Told> {
  const { plan, stage } = await told(name, input);
  expect([stage, plan.transaction.simulation.ok]).toEqual(['planned', true]);
  const { intent } = await told(name, { ...input, confirm: true, plan_id: plan.plan_id });
  const found = await told('get_intent_status', { intent_id: intent.id });
  expect(found.intent).toMatchObject({ id: intent.id, status: 'proposed', outflows: plan.outflows });
  expect(found.transaction.transaction).toEqual(expect.any(String));
  return found.intent;
}

/** What the owner lets agents do now. */
export const controlOf = ({ told }: Walk): Promise<Told> => told('get_wallet_policy');

/** The owner's signature over a request. */
export const signed = ({ owner }: Walk, { id, message }: Told) => ({
  request_id: id,
  signature: owner.sign(message),
});

/** Has the owner approve what a tool asked for. */
export async function granted(walk: Walk, { request }: Told): Promise<Told> {
  const { request_id: proposal_id, signature } = signed(walk, request);
  return walk.told('approve_proposal', { proposal_id, signature });
}
