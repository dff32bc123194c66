import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM_TOOLS } from '../../../api/mcp/tools/programs.ts';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { TOOLS_PAGE } from '../../../scripts/tools-page.ts';
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

  test('and reaches as far as docs/tools.md says', () => {
    const OUTSIDE = ['venue_not_configured', 'prices_not_configured'];
    const reachOf = (name: string): string => {
      const answers = walk.answers.get(name) ?? [];
      if (answers.some(({ code }) => OUTSIDE.includes(code))) return 'venue';
      // An alert is stored, and says which setting it would be watched with.
      if (answers.some(({ not_watched_because: why }) => why?.includes('VENUE_PERPS_URL'))) return 'venue';
      // What is composed runs or not by its rules, and not by its kind.
      const isCreator = /^strategy_\w+_create$/.test(name);
      const isKept = answers.some(
        ({ enforced, executes }) => enforced === false || (isCreator && executes === false),
      );
      return isKept ? 'record' : 'end to end';
    };
    const rows = readFileSync(TOOLS_PAGE, 'utf8').matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \| ([^|]+) \|/gm);
    const said = Object.fromEntries([...rows].map(([, name = '', reach]) => [name, reach]));

    const reached = Object.keys(CASES).map((name) => [name, reachOf(name)]);
    // Listed only where programs are followed, which this demo does not.
    const ofPrograms = PROGRAM_TOOLS.map(({ name }) => [name, 'end to end']);
    expect(said).toEqual(Object.fromEntries([...reached, ...ofPrograms]));
  });
});
