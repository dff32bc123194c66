import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { createRewardsReader } from '../../../api/read/rewards/reader.ts';
import type { OlapLane, Statement } from '../../../core/olap/port.ts';

const WALLET = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' as never;
const NOW = Date.UTC(2026, 9, 20);

/** An event as the store shows it, and how far the ledger reached as it was read. */
const accrued = (record: number, revision: number, reach: number) => ({
  ...{ record_id: String(record), kind: 'accrued', at: '2026-10-01 00:00:00.000', program: 'season' },
  ...{
    amount_base_units: '5',
    premature: 0,
    tx_signature: '',
    revision: String(revision),
    reach: String(reach),
  },
});

/** Answers one statement after another with what is scripted. */
function scripted(answers: readonly (readonly unknown[])[]) {
  const left = [...answers];
  const asked: string[] = [];
  const lane = {
    async query<Row>({ sql }: Statement, row: ZodType<Row>): Promise<Row[]> {
      asked.push(sql);
      const rows = left.shift();
      if (!rows) throw new TypeError(`nothing is scripted for ${sql}`);
      return rows.map((found) => row.parse(found));
    },
  } as OlapLane;
  return { asked, reader: createRewardsReader({ lane, mint: undefined }) };
}

const page = { wallet: WALLET, program: undefined, limit: 50, offset: 0 };
const ids = (records: readonly { readonly recordId: bigint }[]) => records.map(({ recordId }) => recordId);

test('A batch that lands while events are read is read whole: the reach that came along does not vouch for the rows', async () => {
  const { reader, asked } = scripted([
    [accrued(1, 1, 2)],
    [accrued(1, 1, 2), accrued(2, 2, 2)],
    [accrued(1, 1, 2), accrued(2, 2, 2)],
  ]);
  const first = await reader.history(page);
  expect(ids(first.facts.records)).toEqual([2n, 1n]);
  expect(first.ledgerRevision).toBe(2n);
  const second = await reader.history(page);
  expect(ids(second.facts.records)).toEqual([2n, 1n]);
  expect(asked).toHaveLength(3);
});

test('Events of a batch whose checkpoint does not stand count for nothing, though the store shows them', async () => {
  const rows = [accrued(1, 1, 1), accrued(2, 2, 1)];
  const { reader } = scripted([rows, rows]);
  const { facts, ledgerRevision } = await reader.groups(WALLET, NOW);
  expect(facts.map(({ count }) => count)).toEqual([1n]);
  expect(ledgerRevision).toBe(1n);
});

test('A wallet without events is told so at the reach of the ledger, read once that is known', async () => {
  const reach = [{ revision: '7', events: '9', at: '2026-10-01 00:00:00.000' }];
  const { reader, asked } = scripted([[], reach, [], [], reach]);
  const nothing = { facts: { records: [], more: false }, ledgerRevision: 7n };
  expect(await reader.history(page)).toEqual(nothing);
  expect(await reader.history(page)).toEqual(nothing);
  expect(asked).toHaveLength(5);
});
