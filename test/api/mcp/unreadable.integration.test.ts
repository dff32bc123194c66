import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { launchAddress } from '../../../idl/pda.ts';
import { pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';
import { McpUnderTest } from './support/mcp-under-test.ts';

const LAUNCH_2 = pubkeyFromBytes(launchAddress(pubkeyBytes(TEST_PROGRAM), 2n));
const ALICE = pubkeyOf('alice');

const under = indexSuite();
let api: ApiUnderTest;
let client: Client;
beforeEach(async () => {
  // Given two launches, of which nobody can read one from slot 5 on
  for (const launchId of [1n, 2n]) {
    under.index.launch({ launchId, slot: 1n, startTs: launchId });
    under.index.pledge({ launchId, pledger: 'alice', slot: 2n, amount: 4n });
  }
  under.index.coverage('snapshot', 1n, 1n).unreadable({ launchId: 2n, slot: 5n });
  await under.index.checkpoint({ slot: 6n });
  api = openApi(under.olap);
  await api.followed.reaches(6n);
  const mcp = await McpUnderTest.listen(api);
  ({ client } = await mcp.connect());
  // From here on the client holds every answer against its tool's output schema.
  await client.listTools();
});
afterEach(async () => {
  await client.close();
  await api.stop();
});

async function call(name: string, args: Record<string, unknown> = {}) {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!result.isError) tool?.serving.output.parse(result.structuredContent);
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  return { failed: result.isError === true, answer: result.structuredContent as any };
}

test('an agent is told which account cannot be read, since when, and what it may ask instead', async () => {
  const questions = [
    ['get_ilo_details', { launch_id: '2' }],
    ['list_pledges', { launch_id: '2' }],
    ['get_raise_curve', { launch_id: '2' }],
    ['get_wallet_position', { wallet: ALICE }],
    ['get_wallet_position', { wallet: ALICE, launch_id: '2' }],
  ] as const;
  for (const [name, args] of questions) {
    const { failed, answer } = await call(name, args);
    expect([name, failed, answer]).toEqual([
      name,
      true,
      {
        code: 'account_unreadable',
        detail: expect.stringContaining(`${LAUNCH_2} is unreadable at slot 6: since slot 5`),
        remedy: 'Ask with as_of_slot below the named slot, and say that the answer is in the past.',
      },
    ]);
    // And what the remedy says helps
    expect([name, (await call(name, { ...args, as_of_slot: 4 })).failed]).toEqual([name, false]);
  }
  const one = await call('get_wallet_position', { wallet: ALICE, launch_id: '1' });
  expect(one.answer.results).toMatchObject([{ launch: { launch_id: '1' } }]);
});

test('a list without the launch says in its source that an account is missing', async () => {
  for (const name of ['list_launches', 'get_ilo_details', 'get_source_status']) {
    expect((await call(name)).answer).toMatchObject({ source: { unreadable_accounts: 1 } });
    const { source } = (await call(name, { as_of_slot: 4 })).answer;
    expect(source).not.toHaveProperty('unreadable_accounts');
  }
  const { answer } = await call('list_launches');
  expect(answer.results.map(({ launch_id: id }: { launch_id: string }) => id)).toEqual(['1']);
});
