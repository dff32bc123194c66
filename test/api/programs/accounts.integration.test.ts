import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountsQuestion, accountsPage } from '../../../api/read/programs/accounts.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { valuesOf } from '../../idl/anchor/anchor-values.ts';
import { startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { openIndex, silentLogger } from '../support/mirror-under-test.ts';
import { anyQuestion, meets, ordered } from './support/plain-filter.ts';
import { deskProgram } from './support/program-index.ts';
import { type FollowedProgram, followProgram } from './support/programs-suite.ts';

const [ORDER] = deskProgram().types;
if (ORDER === undefined) throw new Error('the IDL has no Order');
const SEED = Date.now();
const ORDERS = fc
  .sample(valuesOf(ORDER.layout), { seed: SEED, numRuns: 40 })
  .map((value, at) => ({ name: `order ${at}`, value }));

interface Store {
  readonly olap: Olap;
  dispose(): Promise<void>;
}

async function openServer(): Promise<Store> {
  const server = await startClickHouseServer();
  const olap = await createOlap({
    clickhouseUrl: server.url,
    dataDir: '/nonexistent',
    logger: silentLogger,
  });
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await server.stop();
    },
  };
}

describe.each([
  ['the embedded engine', openIndex],
  ['a ClickHouse server', openServer],
] as const)('accounts in %s', (_name, open) => {
  let store: Store;
  let followed: FollowedProgram;
  beforeAll(async () => {
    store = await open();
    followed = await followProgram(store.olap);
    const written = ORDERS.map(({ name, value }) => ({ address: name, slot: 10n, value }));
    // Their later versions are no orders, or not readable, so their earlier ones count no more.
    const later = [
      { address: 'closed', slot: 12n, closed: true },
      { address: 'broken', slot: 12n, undecodable: 'too short', value: ORDERS[0]?.value },
      { address: 'other', slot: 12n, type: 'Notes', value: { anchor: { lines: [] }, json: { lines: [] } } },
    ];
    const earlier = later.map(({ address }) => ({ address, slot: 10n, value: ORDERS[1]?.value }));
    await followed.index.write(...written, ...earlier, ...later);
    await followed.show(20n);
  });
  afterAll(async () => {
    await followed?.stop();
    await store?.dispose();
  });

  async function everything({ where, orderBy }: Pick<AccountsQuestion, 'where' | 'orderBy'>) {
    const { reads } = followed;
    const type = reads.types.get('Order');
    if (type === undefined) throw new Error('there is no Order');
    const found: string[] = [];
    for (let after: AccountsQuestion['after']; ; ) {
      const question = { type, where, orderBy, after, limit: 7 };
      const { facts } = await reads.ask(undefined, (ask, at) => accountsPage(ask, at, reads.types, question));
      found.push(...facts.accounts.map(({ address }) => address));
      after = facts.accounts.at(-1)?.address;
      if (!facts.more) return { found, count: facts.count };
    }
  }

  test('conditions and orders give what a plain filter over the decoded accounts gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyQuestion(ORDER, () => ORDERS),
        async (question) => {
          const matching = ORDERS.filter(({ value }) => meets(ORDER, value.json, question.where));
          const expected = ordered(matching, ORDER, question.orderBy).map(({ name }) => pubkeyOf(name));
          const { found, count } = await everything(question);
          expect(found, `${JSON.stringify(question)} with accounts of seed ${SEED}`).toEqual(expected);
          expect(count).toBe(BigInt(expected.length));
        },
      ),
      { numRuns: 40 },
    );
  });
});
