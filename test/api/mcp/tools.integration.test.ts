import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MirrorContext } from '../../../api/actions/context.ts';
import type { SharedChain } from '../../../api/actions/shared-chain.ts';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { launchAddress } from '../../../idl/pda.ts';
import { pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';
import { McpUnderTest } from './support/mcp-under-test.ts';
import { VENUE_CALLS } from './support/venue-calls.ts';

const ALICE = pubkeyOf('alice');
const NOBODY = pubkeyOf('nobody');
const LAUNCH_7 = pubkeyFromBytes(launchAddress(pubkeyBytes(TEST_PROGRAM), 7n));

const FAILURES = [
  ['get_ilo_details', { launch_id: '9' }, 'launch_not_found'],
  ['list_pledges', { launch_id: '9' }, 'launch_not_found'],
  ['list_pledges', {}, 'parameter_malformed'],
  ['get_raise_curve', { launch_id: '9' }, 'launch_not_found'],
  ['get_raise_curve', { launch_id: '7', points: 1 }, 'parameter_malformed'],
  ['get_pledge_distribution', { launch_id: '9' }, 'launch_not_found'],
  ['get_pledge_distribution', { launch_id: '7', buckets: 101 }, 'parameter_malformed'],
  ['get_settlement', { launch_id: '9' }, 'launch_not_found'],
  ['list_escrow_flows', { launch_id: '9' }, 'launch_not_found'],
  ['list_audits', { cursor: 'made-up' }, 'cursor_invalid'],
  ['list_coverage', { as_of_slot: 13 }, 'slot_ahead'],
  ['get_quotes', { from: 'SOL' }, 'tool_argument_unknown'],
  ['get_quotes', VENUE_CALLS.get_quotes, 'venue_not_configured'],
  ['get_wallet_position', {}, 'parameter_malformed'],
  ['get_ilo_details', { as_of_slot: 13 }, 'slot_ahead'],
  ['get_source_status', { as_of_slot: 13 }, 'slot_ahead'],
  ['list_launches', { as_of_slot: 3 }, 'slot_not_held'],
  ['list_launches', { cursor: 'made-up' }, 'cursor_invalid'],
  ['get_ilo_details', { max_lag_slots: 1 }, 'index_too_stale'],
  ['get_wallet_position', { wallet: ALICE, min_slot: 13, as_of_slot: 12 }, 'min_slot_contradicted'],
] as const;

describe('the tools, driven by the official client', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let client: Client;
  let mcp: McpUnderTest;
  beforeEach(async () => {
    under.index.coverage('streamed', 1n, 20n).coverage('lost', 3n, 4n).slot(1n, 500n).slot(9n, 2_000n);
    under.index
      .launch({ launchId: 7n, slot: 1n, status: 1, startTs: 100n, minRaise: 10n, maxRaise: 90n })
      .pledge({ launchId: 7n, pledger: 'alice', slot: 1n, amount: 30n, pledgedTs: 150n });
    await under.index.checkpoint({ slot: 8n, slotTime: 500n });
    under.index
      .launch({
        launchId: 7n,
        slot: 9n,
        status: 2,
        startTs: 100n,
        minRaise: 10n,
        maxRaise: 90n,
        totalPledged: 40n,
        pledgerCount: 2,
        tokenAllocation: 1_000n,
        releaseStartTs: 1_000n,
        durationSeconds: 2_000,
      })
      .pledge({ launchId: 7n, pledger: 'bob', slot: 9n, amount: 10n })
      .launch({ launchId: 2n ** 64n - 1n, slot: 9n, status: 3, startTs: 50n, endTs: 2n ** 63n - 1n })
      .pledge({ launchId: 2n ** 64n - 1n, pledger: 'alice', slot: 9n, amount: 5n, refunded: true })
      .audit(9n, 'equal');
    await under.index.checkpoint({ slot: 12n, chainSlot: 14n, slotTime: 2_000n });
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  async function open(overrides: Partial<MirrorContext> = {}): Promise<void> {
    api = openApi(under.olap, {}, overrides);
    await api.followed.reaches(12n);
    mcp = await McpUnderTest.listen(api);
    ({ client } = await mcp.connect({ 'x-service-profile': 'text' }));
    // From here on the client holds every answer against its tool's output schema.
    await client.listTools();
  }

  async function call(name: string, args: Record<string, unknown> = {}) {
    const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
    const [words, json] = result.content.map((block) => (block.type === 'text' ? block.text : ''));
    expect(JSON.parse(json ?? '')).toEqual(result.structuredContent);
    const tool = TOOLS.find((candidate) => candidate.name === name);
    // Stricter than the schema that clients see: nothing beyond what is declared either.
    if (!result.isError) tool?.serving.output.parse(result.structuredContent);
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
    return { words, isError: result.isError, answer: result.structuredContent as any };
  }

  test('are all listed, in the order of the catalogue', async () => {
    await open();

    const { tools, nextCursor } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'describe_tool',
      'start_pairing',
      'search',
      'fetch',
      'get_ilo_details',
      'list_launches',
      'list_pledges',
      'get_wallet_position',
      'get_raise_curve',
      'get_pledge_distribution',
      'get_settlement',
      'list_escrow_flows',
      'get_source_status',
      'list_coverage',
      'list_audits',
      'verify_account',
      'equity_quote',
      'get_quotes',
    ]);
    expect(nextCursor).toBeUndefined();
    expect(client.getInstructions()).toContain('exact state of the chain');
    expect(client.getServerVersion()).toMatchObject({ name: 'launchlens', title: 'Launchlens' });
  });

  test('get_ilo_details answers as REST does: the current launch, one launch, one wallet, the past', async () => {
    await open();
    const rest = async (path: string) => (await api.get(`/api/v1/ilo/${path}`)).json;

    const status = await call('get_ilo_details');
    expect(status.answer).toEqual(await rest('status/'));
    expect(status.words).toBe(
      'Launch 7 is succeeded: 2 wallets pledged 40 pledge-mint base units (minimum 10, maximum 90). It succeeded: 1000 launch-mint base units allocated, 50 % unlocked. As it stands at slot 12 (confirmed, 2 slots behind the chain).',
    );
    const detail = await call('get_ilo_details', { launch_id: '7', wallet: ALICE });
    expect(detail.answer).toEqual(await rest(`launches/7/?wallet=${ALICE}`));
    expect(detail.words).toContain('It succeeded: 1000 launch-mint base units allocated, 50 % unlocked.');
    expect(detail.words).toContain('entitles it to 750 launch-mint base units: 0 released, 375 claimable.');
    expect((await call('get_ilo_details', { launch_id: 7, as_of_slot: 8 })).answer).toEqual(
      await rest('launches/7/?as_of_slot=8'),
    );
    expect((await call('get_ilo_details', { wallet: ALICE })).answer).toEqual({
      ...(await rest('status/')),
      ...(await rest(`launches/7/?wallet=${ALICE}`)),
    });
    const failed = await call('get_ilo_details', { launch_id: '18446744073709551615', wallet: ALICE });
    expect(failed.answer.launch.launch_id).toBe('18446744073709551615');
    expect(failed.words).toContain('It failed: 5 of 5 pledge-mint base units refunded.');
    expect(failed.words).toContain('pledged 5 pledge-mint base units; it was refunded.');
  });

  test('describe_tool has the full schemas, and an answer appears as text only on request', async () => {
    await open();

    const { answer } = await call('describe_tool', { name: 'list_pledges' });
    expect(answer).toMatchObject({ scope: 'read', input_schema: { additionalProperties: false } });
    expect(answer).not.toHaveProperty('output_schema');
    const { output_schema } = (await call('describe_tool', { name: 'list_pledges', answer: true })).answer;
    expect(output_schema.required).toContain('next_cursor');
    const args = { name: 'describe_tool', arguments: { name: 'no_such_tool' } };
    expect((await call(args.name, args.arguments)).answer).toMatchObject({ code: 'tool_unknown' });

    const reading = (await mcp.connect()).client;
    const { content, structuredContent } = CallToolResultSchema.parse(await reading.callTool(args));
    expect([content.length, structuredContent?.code]).toEqual([1, 'tool_unknown']);
    await reading.close();
  });

  test('search and fetch have the form of a connector: one text, which is the JSON of the answer', async () => {
    await open();
    const found = async (query: string) => {
      const { content, structuredContent } = CallToolResultSchema.parse(
        await client.callTool({ name: 'search', arguments: { query } }),
      );
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
      return (structuredContent as { results: { id: string; title: string; url: string }[] }).results;
    };

    expect(await found('launch 7')).toEqual([
      { id: 'launch:7', title: 'Launch 7, succeeded', url: expect.stringMatching(/\/launches\/7$/) },
      expect.objectContaining({ id: 'launch:18446744073709551615' }),
    ]);
    expect((await found('Which launch has FAILED?'))[0]?.id).toBe('launch:18446744073709551615');
    expect(await found(`what did ${ALICE} pledge`)).toEqual([
      expect.objectContaining({ id: `wallet:${ALICE}` }),
    ]);
    expect((await found('is the index fresh'))[0]?.id).toBe('index:status');
    expect(await found('weather 99')).toEqual([]);

    for (const id of ['launch:7', `wallet:${ALICE}`, 'index:status']) {
      const args = { name: 'fetch', arguments: { id } };
      const { content, structuredContent } = CallToolResultSchema.parse(await client.callTool(args));
      expect(content).toHaveLength(1);
      expect(structuredContent).toMatchObject({ id, metadata: { last_indexed_slot: '12' } });
      const [, json = ''] = String(structuredContent?.text).split('\n\n');
      expect(JSON.parse(json)).toMatchObject({ source: { last_indexed_slot: 12 } });
    }
    expect((await call('fetch', { id: 'launch:9' })).answer.code).toBe('launch_not_found');
    expect((await call('fetch', { id: 'launch:x' })).answer.code).toBe('parameter_malformed');
    expect((await call('start_pairing')).answer.code).toBe('tool_unknown');
  });

  test('get_ilo_details says so when no launch exists', async () => {
    await under.index.reset();
    await under.index.checkpoint({ slot: 12n, chainSlot: 12n });
    await open();

    const { answer, words } = await call('get_ilo_details', { wallet: ALICE });
    expect(answer).toMatchObject({ phase: 'not_created', launch: null });
    expect(words).toBe('No launch exists. As it stands at slot 12 (confirmed, level with the chain).');
  });

  test('list_launches and list_pledges page through one slot by their cursors', async () => {
    await open();

    const first = await call('list_launches', { limit: 1 });
    expect(first.answer).toMatchObject({ count: 2, results: [{ launch_id: '7' }] });
    expect(first.words).toContain('pass next_cursor as cursor');
    await under.index.checkpoint({ slot: 13n });
    await api.followed.reaches(13n);
    expect(first.words).toMatch(/^2 launches match at slot 12 .*; 1 launch on this page, more follow/);
    const second = await call('list_launches', { limit: 1, cursor: first.answer.next_cursor });
    expect(second.answer).toMatchObject({
      source: { last_indexed_slot: 12 },
      next_cursor: null,
      results: [{ launch_id: '18446744073709551615' }],
    });
    expect((await call('list_launches', { status: 'failed' })).answer.count).toBe(1);

    const top = await call('list_pledges', { launch_id: '7', order_by: 'amount_desc', limit: 1 });
    expect(top.answer.results).toMatchObject([{ pledger: ALICE, amount: '30' }]);
    const rest = await call('list_pledges', { launch_id: '7', cursor: top.answer.next_cursor });
    expect(rest.answer.results).toMatchObject([{ amount: '10' }]);
    expect((await call('list_pledges', { launch_id: '7', min_amount: '11' })).answer.results).toHaveLength(1);
  });

  test('get_wallet_position answers for every launch of a wallet, or for one', async () => {
    await open();

    const all = await call('get_wallet_position', { wallet: ALICE });
    const launches = ['7', '18446744073709551615'];
    expect(all.answer).toMatchObject({ wallet: ALICE, count: 2, next_cursor: null });
    for (const [at, id] of launches.entries()) {
      const rest = (await api.get(`/api/v1/ilo/launches/${id}/?wallet=${ALICE}`)).json;
      const { launch, wallet } = rest;
      expect(all.answer.results[at]).toEqual({ launch, wallet });
      const one = await call('get_wallet_position', { wallet: ALICE, launch_id: id });
      expect(one.answer.results).toEqual([{ launch, wallet }]);
    }
    expect(all.words).toContain(`2 launches of wallet ${ALICE} at slot 12`);

    expect((await call('get_wallet_position', { wallet: NOBODY })).answer.results).toEqual([]);
    const none = await call('get_wallet_position', { wallet: NOBODY, launch_id: 7 });
    expect(none.answer.results).toMatchObject([{ wallet: { pledged: '0', pledged_ts: null } }]);

    const page = await call('get_wallet_position', { wallet: ALICE, limit: 1 });
    const next = await call('get_wallet_position', { wallet: ALICE, cursor: page.answer.next_cursor });
    expect([...page.answer.results, ...next.answer.results]).toEqual(all.answer.results);
    const both = { wallet: ALICE, launch_id: '7', cursor: page.answer.next_cursor };
    expect((await call('get_wallet_position', both)).answer).toMatchObject({ code: 'parameter_malformed' });
  });

  test('tell how a launch was raised, distributed, moved and settled, as REST does', async () => {
    await open();
    const rest = async (path: string) => (await api.get(`/api/v1/ilo/launches/7/${path}`)).json;

    const curve = await call('get_raise_curve', { launch_id: '7', points: 2 });
    expect(curve.answer).toEqual(await rest('raise-curve/?points=2'));
    expect(curve.words).toBe(
      'The raise of launch 7 at slot 12 (confirmed, 2 slots behind the chain): 2 steps up to 40 pledge-mint base units of 2 wallets; 2 points shown.',
    );
    const spread = await call('get_pledge_distribution', { launch_id: '7', buckets: 3 });
    expect(spread.answer).toEqual(await rest('distribution/?buckets=3'));
    expect(spread.words).toContain('has 2 pledges of 40 pledge-mint base units together, from 10 to 30');
    const settled = await call('get_settlement', { launch_id: '7' });
    const { source, launch, settlement } = await rest('');
    expect(settled.answer).toEqual({ source, launch_id: '7', status: launch.status, settlement });
    expect(settled.words).toContain('It succeeded: 1000 launch-mint base units allocated');
    const before = await call('get_settlement', { launch_id: '7', as_of_slot: 8 });
    expect(before.answer).toMatchObject({ status: 'active', settlement: null });
    expect(before.words).toContain('It is not settled.');
  });

  test('list_escrow_flows pages through the movements of one escrow at one slot', async () => {
    under.index
      .flow({ launchId: 7n, slot: 9n, direction: 'in', kind: 'pledge', wallet: 'alice', amount: 30n })
      .flow({ launchId: 7n, slot: 10n, direction: 'in', kind: 'pledge', wallet: 'bob', amount: 10n });
    await under.index.checkpoint({ slot: 12n, chainSlot: 14n, slotTime: 2_000n });
    await open();

    const first = await call('list_escrow_flows', { launch_id: '7', limit: 1 });
    expect(first.answer).toEqual((await api.get('/api/v1/ilo/launches/7/flows/?limit=1')).json);
    expect(first.answer.results).toMatchObject([{ slot: 9, amount: '30', wallet: ALICE }]);
    expect(first.words).toContain('the list may have holes; 1 movement on this page, more follow');
    const rest = await call('list_escrow_flows', { launch_id: '7', cursor: first.answer.next_cursor });
    expect(rest.answer).toMatchObject({ next_cursor: null, results: [{ slot: 10, amount: '10' }] });
  });

  test('list_audits and list_coverage show what get_source_status sums up', async () => {
    await open();

    const audits = await call('list_audits', { limit: 1 });
    expect(audits.answer).toEqual((await api.get('/api/v1/ilo/audits/?limit=1')).json);
    expect(audits.words).toContain('The first of them, at slot 9, compared ');
    const covered = await call('list_coverage');
    expect(covered.answer).toEqual((await api.get('/api/v1/ilo/coverage/')).json);
    expect(covered.words).toContain('Any slot from 1 to 12 can be asked for except those lost: 3 to 4.');
  });

  test('get_source_status explains freshness, coverage and proof', async () => {
    await open();

    const { answer, words } = await call('get_source_status');
    expect(answer).toMatchObject({
      source: { last_indexed_slot: 12, lag_slots: 2, verified_slot: 9 },
      first_slot: 1,
      lost: [{ from_slot: 3, to_slot: 4 }],
      newest_audit: { slot: 9, verdict: 'equal' },
      explanation: {
        freshness:
          'Answers hold every confirmed change up to slot 12 and none after it, 2 slots behind slot 14, the newest of the chain that was heard of; its block time is 1970-01-01T00:33:20Z.',
        coverage: 'Any slot from 1 to 12 can be asked for except those lost: 3 to 4.',
        verification: expect.stringContaining(
          'The whole index was proven equal to the chain at slot 9, 3 slots before the slot of this answer.',
        ),
      },
    });
    expect(words).toBe(Object.values(answer.explanation).join(' '));
  });

  test('verify_account compares an account with the chain, or says why it cannot', async () => {
    const asked: unknown[] = [];
    const chain: SharedChain = {
      inTurn: (work) => work(),
      account: async (pubkey, question) => {
        asked.push([pubkey, question]);
        return { slot: 12n, held: undefined };
      },
    };
    await open({ chain });

    const { answer, words, isError } = await call('verify_account', { pubkey: LAUNCH_7 });
    expect(asked).toEqual([[LAUNCH_7, { commitment: 'confirmed', minContextSlot: 12n }]]);
    expect(isError).toBeUndefined();
    expect(answer).toMatchObject({ kind: 'launch_config', equal: false, slot: 12, chain: { exists: false } });
    expect(words).toContain(`The launch_config account ${LAUNCH_7} differs in `);
    expect(words).toContain('the chain is right at slot 12.');
    expect((await call('verify_account', { pubkey: NOBODY })).answer.code).toBe('account_not_indexed');
  });

  test('verify_account without a node says what the operator has to set', async () => {
    await open();

    const { isError, answer } = await call('verify_account', { pubkey: LAUNCH_7 });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      code: 'chain_reader_missing',
      remedy: expect.stringContaining('SOLANA_RPC_URL'),
    });
  });

  test('fail in-band with a code, a sentence and a remedy', async () => {
    await open();

    for (const [name, args, code] of FAILURES) {
      const { isError, answer, words } = await call(name, args);
      expect([name, isError, answer.code]).toEqual([name, true, code]);
      expect(answer).toEqual({ code, detail: expect.any(String), remedy: expect.any(String) });
      expect(words).toBe(`${answer.detail} ${answer.remedy}`);
    }
  });

  test('min_slot waits for the index to arrive', async () => {
    await open();

    const waiting = call('get_ilo_details', { min_slot: 13 });
    await under.index.checkpoint({ slot: 13n });

    expect((await waiting).answer.source.last_indexed_slot).toBe(13);
    expect((await call('get_ilo_details', { min_slot: 99 })).answer.code).toBe('index_behind_min_slot');
  });

  test('are not answered before the index is loaded, and say to try again', async () => {
    await open({
      mirror: {
        ask: () => {
          throw new LaunchlensError('MIRROR_NOT_READY', { reason: 'it is being loaded' });
        },
      } as unknown as MirrorContext['mirror'],
    });

    expect((await call('get_ilo_details')).answer).toMatchObject({
      code: 'mirror_not_ready',
      remedy: 'Call again in a second or two.',
    });
  });
});
