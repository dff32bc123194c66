import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { localnetWallet } from '../../support/localnet-wallet.ts';
import { connectAgent, type McpAgent } from '../../support/mcp-agent.ts';
import { pairedToken } from '../../support/paired-token.ts';
import { demo } from './demo.ts';

interface PrintedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The code of the refusal that is printed beside it. */
  readonly refusal: string | undefined;
}

const PAGE = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
const [, section = ''] = PAGE.split('\n### Ten tasks\n');
const TASKS = [...section.matchAll(/^\d+\. (.+)\n\n +```tool-calls\n([^`]+)```/gm)].map(
  ([, task = '', calls = '']) => [task, calls.trim().split('\n').map(printedCall)] as const,
);

function printedCall(line: string): PrintedCall {
  const [, tool = '', input = '{}', refusal] = /^ *(\w+) (\{.*\})(?: # (\w+))?$/.exec(line) ?? [];
  return { tool, input: JSON.parse(input), refusal };
}

/** The member of that name anywhere in an answer, the intent's id by the name that arguments have for it. */
function named(answer: unknown, name: string): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const held = answer as Readonly<Record<string, unknown>>;
  if (name === 'intent_id' && held.intent !== undefined) return named(held.intent, 'id');
  if (Object.hasOwn(held, name)) return held[name];
  return Object.values(held)
    .map((member) => named(member, name))
    .find((found) => found !== undefined);
}

describe('the ten tasks of docs/agents.md', () => {
  const answers: unknown[] = [];
  let agent: McpAgent;
  beforeAll(async () => {
    agent = await connectAgent(demo.url, await pairedToken(demo.url, localnetWallet(89), SCOPES));
  });
  afterAll(() => agent?.[Symbol.asyncDispose]());

  const filled = (input: PrintedCall['input']): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(input).map(([name, value]) => [
        name,
        value === '…' ? answers.map((answer) => named(answer, name)).findLast((found) => found) : value,
      ]),
    );

  test('are ten', () => expect(TASKS).toHaveLength(10));

  test.for(TASKS)('%s', async ([, calls]) => {
    for (const { tool, input, refusal } of calls) {
      const answer = await agent.call(tool, filled(input));
      answers.push(answer);
      const shown = `${tool}: ${JSON.stringify(answer)}`;
      if (refusal === undefined) expect(answer, shown).not.toHaveProperty('remedy');
      else expect(answer, shown).toMatchObject({ code: refusal });
    }
  });
});
