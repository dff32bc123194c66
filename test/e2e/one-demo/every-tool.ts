import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { localnetWallet } from '../../support/localnet-wallet.ts';
import { connectAgent, type McpAgent } from '../../support/mcp-agent.ts';
import { pairedToken } from '../../support/paired-token.ts';
import { ADMIN, STOPS } from '../../support/tool-walk/admin.ts';
import { RECORDS } from '../../support/tool-walk/agent-records.ts';
import { READS } from '../../support/tool-walk/reads.ts';
import { STRATEGIES } from '../../support/tool-walk/strategies.ts';
import { TRADING } from '../../support/tool-walk/trading.ts';
import { type Walk, walkOf } from '../../support/tool-walk/walk.ts';
import { demo } from './demo.ts';

/** In this order: what restricts the owner's agents comes after what they do. */
const CASES = { ...READS, ...RECORDS, ...TRADING, ...STRATEGIES, ...ADMIN, ...STOPS };

describe('every tool of the catalogue does what it says, over MCP, with no venue', () => {
  let agent: McpAgent;
  let walk: Walk;
  beforeAll(async () => {
    const owner = localnetWallet(94);
    agent = await connectAgent(demo.url, await pairedToken(demo.url, owner, SCOPES));
    walk = walkOf(agent, owner);
  });
  afterAll(() => agent?.[Symbol.asyncDispose]());

  test('there is a case here for every tool that is listed, and for no other', async () => {
    expect((await agent.tools()).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  test.for(Object.entries(CASES))('%s', ([, tool]) => tool(walk));
});
