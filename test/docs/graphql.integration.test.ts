import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedChain } from '../../api/actions/shared-chain.ts';
import { GRAPHQL_CAPACITY as CAPACITY, GRAPHQL_LIMITS as LIMITS } from '../../api/graphql/limits.ts';
import { WEIGHTS } from '../../api/graphql/request/cost.ts';
import { SCALARS } from '../../api/graphql/schema/scalars.ts';
import { parsePubkey, pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { ask } from '../api/graphql/support/graphql-under-test.ts';
import { type ApiUnderTest, type IndexUnderTest, openIndex } from '../api/support/mirror-under-test.ts';
import { openRewards, type RewardsUnderTest } from '../api/support/rewards-under-test.ts';

const OWNER = '8Epm5bXKBceWoF4zMqJ53HYenr7XUo2HH9zFdXvd5k7D';
const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/graphql.md'), 'utf8');
const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', code = '']) => ({
  language,
  code,
}));

/** Each example in a language, with the blocks of its outcome that follow it. */
function examples(language: string) {
  return blocks.flatMap((block, index) => {
    if (block.language !== language) return [];
    const [first, second] = blocks.slice(index + 1);
    return [
      {
        code: block.code,
        outcome: first?.code ?? '',
        errors: second?.language === 'text' ? second.code : '',
      },
    ];
  });
}

/** The cells of the first two columns of the table that begins with such a head. */
function table(head: string): [string, string][] {
  const rows = page.slice(page.indexOf(head)).split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return rows.map(
    (row) =>
      row
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()) as [string, string],
  );
}

describe('docs/graphql.md', () => {
  let under: IndexUnderTest;
  let rewards: RewardsUnderTest;
  let api: ApiUnderTest;
  let origin: string;
  beforeAll(async () => {
    under = await openIndex();
    const { index } = under;
    await index.reset();
    const wallet = pubkeyBytes(parsePubkey(OWNER));
    const launch = { launchId: 7n, tokenAllocation: 1_000_000_000_000n, minRaise: 2_000_000_000n } as const;
    index
      .launch({ ...launch, slot: 800n, status: 1, totalPledged: 1_000_000_000n, pledgerCount: 1 })
      .launch({ ...launch, slot: 1_000n, status: 2, totalPledged: 3_000_000_000n, pledgerCount: 3 });
    for (const [pledger, amount] of [
      ['a', 600_000_000n],
      [wallet, 900_000_000n],
      ['c', 1_500_000_000n],
    ] as const) {
      index.pledge({ launchId: 7n, pledger, slot: 990n, amount, pledgedTs: 1_789_990_000n });
    }
    index.tokenAccount({ launchId: 7n, role: 'escrow', slot: 1_000n, amount: 0n, closed: true });
    index.coverage('streamed', 700n, 1_042n).audit(1_040n, 'equal').slot(1_042n, 1_790_000_000n);
    await index.checkpoint({ slot: 1_042n, chainSlot: 1_043n, slotTime: 1_790_000_000n });
    // The chain of the examples: the account that they verify does not exist any more.
    const chain: SharedChain = {
      inTurn: (work) => work(),
      account: async () => ({ slot: 1_042n, held: undefined }),
    };
    const tokens = { owner: parsePubkey(OWNER) };
    rewards = openRewards(under.olap, { tokens }, Date.UTC(2026, 9, 10), { overrides: { chain } });
    api = rewards.api;
    const accrued = { kind: 'accrued', wallet: tokens.owner } as const;
    await rewards.record(
      { ...accrued, recordId: 17n, at: Date.UTC(2026, 9, 1), program: 'referral', amount: undefined },
      { ...accrued, recordId: 18n, at: Date.UTC(2026, 9, 2), program: 'season', amount: 1_250_000n },
    );
    await api.followed.reaches(1_042n);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    api.app.server.closeAllConnections();
    await rewards.stop();
    await under.dispose();
  });

  test.for(examples('graphql'))('answers as it says: $code', async ({ code, outcome, errors }) => {
    const answer = await ask(api, code, code.includes('rewards') ? { authorization: 'Bearer owner' } : {});
    expect(answer.data).toEqual(JSON.parse(outcome));
    const told = (answer.errors ?? []).map(({ message, extensions }) => `${extensions.code}: ${message}`);
    if (told.length > 0) expect(told.join('\n')).toBe(errors.trim());
  });

  test.for(examples('js'))('prints what it says: $code', async ({ code, outcome }) => {
    const program = code.replaceAll('http://localhost:8080', origin);
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      env: { ...process.env, TOKEN: 'owner' },
    });
    expect((await run).stdout).toBe(outcome);
  });

  test('names every limit as it is', () => {
    expect(Object.fromEntries(table('| | most |'))).toEqual({
      body: `${LIMITS.bodyBytes} bytes`,
      'tokens of a document': `${LIMITS.tokens}`,
      'nested fields, introspection aside': `${LIMITS.depth}`,
      aliases: `${LIMITS.aliases}`,
      cost: `${LIMITS.cost}`,
      'operations in a request': '1',
      'time for an answer': `${LIMITS.executionMs / 1000} s`,
      'subscriptions of one process': `${CAPACITY.subscribers}`,
      'subscriptions of one client': `${CAPACITY.subscribersPerClient}`,
    });
    expect(page).toContain(`${CAPACITY.eventsWaiting} events behind`);
    expect(page).toContain(`every ${CAPACITY.heartbeatMs / 1000} seconds`);
  });

  test('names the cost of every field that has one, and every scalar', () => {
    const costs = table('| field | cost |').map(([field, cost]) => [field.replaceAll('`', ''), Number(cost)]);
    expect(Object.fromEntries(costs)).toEqual(WEIGHTS);
    const scalars = table('| scalar | is |').flatMap(([names]) => names.replaceAll('`', '').split(', '));
    expect(scalars.sort()).toEqual(Object.keys(SCALARS).sort());
  });
});
