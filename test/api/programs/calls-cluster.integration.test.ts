import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallsQuestion, callsPage } from '../../../api/read/programs/calls/page.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { startCluster } from '../../support/clickhouse-server/cluster.ts';
import { callsProgram, writeCall } from './support/calls-program.ts';
import { followProgram } from './support/programs-suite.ts';

const SHARDS = 2;
const CALLS = 12;
const spreadRow = z.object({ name: z.string(), shards: z.number() });

test('the shards of a cluster share the instructions and events of a program, and a page has those of all', async () => {
  await using engines = await startCluster(SHARDS);
  const { url: clickhouseUrl, cluster } = engines;
  const logger = pino({ level: 'silent' });
  const olap = await createOlap({ clickhouseUrl, cluster, dataDir: '/nonexistent', logger });
  const followed = await followProgram(olap, callsProgram('calls'));
  try {
    const { index, reads } = followed;
    const amounts = Array.from({ length: CALLS }, (_, at) => BigInt(at));
    for (const amount of amounts) {
      await writeCall(index, {
        slot: 11 + Math.floor(Number(amount) / 2),
        transaction: Number(amount) % 2,
        amount,
        revision: 0,
      });
    }
    await followed.show(20n);

    const tables = ['program_instructions', 'program_events', 'place_instructions', 'Placed_events'];
    const parts = tables.map(
      (name) => `SELECT '${name}' AS name, toUInt32(uniqExact(_shard_num)) AS shards FROM ${name}`,
    );
    const found = await index.olap.reader.query({ sql: parts.join(' UNION ALL ') }, spreadRow);
    expect(Object.fromEntries(found.map(({ name, shards }) => [name, shards]))).toEqual(
      Object.fromEntries(tables.map((name) => [name, SHARDS])),
    );

    const type = reads.calls.instruction.get('place') as CallsQuestion['type'];
    const page = async (question: Partial<CallsQuestion>) => {
      const range = { fromSlot: 0n, toSlot: 30n, after: undefined, account: undefined, where: {}, limit: 20 };
      const asked = { kind: 'instruction', type, ...range, ...question } as const;
      const { facts } = await reads.ask(undefined, (ask) => callsPage(ask, asked));
      return facts.calls.map(({ data }) => BigInt((data as { amount: string }).amount));
    };
    expect(await page({})).toEqual(amounts.toReversed());
    expect(await page({ where: { amount: { lt: '3' } } })).toEqual([2n, 1n, 0n]);
  } finally {
    await followed.stop();
    await olap.close();
  }
});
