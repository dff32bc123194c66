import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../core/rules/scopes.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { localnetWallet } from '../support/localnet-wallet.ts';
import { connectAgent, type McpAgent } from '../support/mcp-agent.ts';
import { pairedToken } from '../support/paired-token.ts';
import { ADMIN, STOPS } from '../support/tool-walk/admin.ts';
import { DESK } from '../support/tool-walk/desk.ts';
import { READS } from '../support/tool-walk/reads.ts';
import { STRATEGIES } from '../support/tool-walk/strategies.ts';
import { TRADING } from '../support/tool-walk/trading.ts';
import { type Walk, walkOf } from '../support/tool-walk/walk.ts';

/** In this order: what restricts the owner's agents comes after what they do. */
const CASES = { ...READS, ...DESK, ...TRADING, ...STRATEGIES, ...ADMIN, ...STOPS };
const OPEN = { PERPS_JURISDICTIONS: 'CH', EQUITY_JURISDICTIONS: 'CH', OFFRAMP_JURISDICTIONS: 'CH' };

describe('every tool of the catalogue does what it says, over MCP, with no venue', () => {
  let demo: Demo;
  let agent: McpAgent;
  let walk: Walk;
  beforeAll(async () => {
    demo = await startDemo(OPEN);
    const owner = localnetWallet(94);
    agent = await connectAgent(demo.url, await pairedToken(demo.url, owner, SCOPES));
    walk = walkOf(agent, owner);
  });
  afterAll(async () => {
    await agent?.[Symbol.asyncDispose]();
    await demo?.[Symbol.asyncDispose]();
  });

  test('there is a case here for every tool that is listed, and for no other', async () => {
    expect((await agent.tools()).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  test.for(Object.entries(CASES))('%s', ([, tool]) => tool(walk));
});
