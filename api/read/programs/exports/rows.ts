import { z } from 'zod';
import { unsignedColumn } from '../../../../core/olap/port.ts';
import { NO_ROWS, together } from '../../exports/csv-line.ts';
import type { ExportBounds } from '../../exports/keyset-rows.ts';
import type { ExportPage, ExportRows, RowsDigest } from '../../exports/rows.ts';
import { type AskAt, askAt } from '../../history/query.ts';
import { MOST_BYTES } from '../accounts.ts';
import type { AccountType } from '../types.ts';
import type { Condition } from '../where/where.ts';
import { exportFields } from './cells.ts';
import { PAGE_END, pageLines, pageSum } from './queries.ts';

export interface AccountRowsQuestion {
  readonly type: AccountType;
  readonly condition: Condition;
}

const count = unsignedColumn.transform(Number);
const endRow = z.object({ accounts: count, last_address: z.string().regex(/^(?:[0-9A-F]{64})?$/) });
const sumRow = z.object({ row_count: count, line_sum: unsignedColumn });
const linesRow = sumRow.extend({ lines: z.string() });

/** The accounts of a type that meet a condition, by address. Accounts that do not decode are left out. */
export function accountRows(
  { lane, stamp, pageRows }: ExportBounds,
  { type: { name, of }, condition }: AccountRowsQuestion,
): ExportRows {
  /** Each page has the accounts between two addresses, so that neither it nor the search for it takes much memory. */
  async function* read<Row>(ask: AskAt, sql: string, row: z.ZodType<Row>): AsyncGenerator<Row> {
    const parameters = { type: name, ...condition.parameters };
    const limits = { limit: pageRows, most_bytes: MOST_BYTES };
    for (let after = ''; ; ) {
      const from = { from_start: after === '', after };
      const [end] = await ask(PAGE_END, { ...parameters, ...from, ...limits }, endRow);
      if (end === undefined || end.accounts === 0) return;
      yield* await ask(sql, { ...parameters, ...from, last: end.last_address }, row);
      after = end.last_address;
    }
  }

  return {
    fields: exportFields(of),
    digest: async (signal) => {
      let digest: RowsDigest = NO_ROWS;
      if (of === undefined) return digest;
      for await (const { row_count: rows, line_sum: sum } of read(
        askAt(lane, stamp, signal),
        pageSum(of, condition),
        sumRow,
      ))
        digest = together(digest, { rows, sum });
      return digest;
    },
    pages: async function* (signal): AsyncGenerator<ExportPage> {
      if (of === undefined) return;
      for await (const { row_count: rows, line_sum: sum, lines } of read(
        askAt(lane, stamp, signal),
        pageLines(of, condition),
        linesRow,
      )) {
        if (rows > 0) yield { rows, sum, lines };
      }
    },
  };
}
