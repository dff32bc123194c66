import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { BlockLayout } from '../../../core/olap/native/layout.ts';
import * as tables from '../../../indexer/model/tables.ts';

const SCHEMAS = new URL('../../../schemas/clickhouse/', import.meta.url).pathname;

/** The columns of a CREATE TABLE and those added later, as name → type without LowCardinality. */
function declared(table: string): Record<string, string> {
  const sql = globSync([`${SCHEMAS}*.sql`, `${SCHEMAS}program/*.sql`])
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const body =
    new RegExp(`CREATE TABLE IF NOT EXISTS ${table}\\n\\(\\n([^]*?)\\n\\)\\nENGINE`).exec(sql)?.[1] ?? '';
  const added = sql.matchAll(
    new RegExp(`^ALTER TABLE ${table}\\s+ADD COLUMN IF NOT EXISTS ([a-z_]+) +([^\\s,;]+)`, 'gm'),
  );
  const columns = [
    ...body.split('\n').map((line) => /^ {4}([a-z_]+) +(.+?),?$/.exec(line)),
    ...added,
  ].flatMap((match) =>
    match ? [[match[1], match[2]?.replace(/LowCardinality\((.+)\)| CODEC\(.+$/, '$1')]] : [],
  );
  return Object.fromEntries(columns);
}

function columnsOf({ columns }: BlockLayout): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
}

describe('the columns that the indexer appends', () => {
  test.each([
    ['launch_versions', tables.LAUNCH_VERSIONS],
    ['pledge_versions', tables.PLEDGE_VERSIONS],
    ['token_account_versions', tables.TOKEN_ACCOUNT_VERSIONS],
    ['mint_versions', tables.MINT_VERSIONS],
    ['quarantine', tables.QUARANTINE],
    ['slots', tables.SLOTS],
    ['checkpoints', tables.CHECKPOINTS],
    ['coverage', tables.COVERAGE],
    ['escrow_flows', tables.ESCROW_FLOWS],
    ['flow_coverage', tables.FLOW_COVERAGE],
    ['audits', tables.AUDITS],
    ['backfill_chunks', tables.BACKFILL_CHUNKS],
    ['take_backs', tables.TAKE_BACKS],
    ['account_versions', tables.ACCOUNT_VERSIONS],
    ['program_instructions', tables.PROGRAM_INSTRUCTIONS],
    ['program_events', tables.PROGRAM_EVENTS],
    ['incomplete_transactions', tables.INCOMPLETE_TRANSACTIONS],
    ['transaction_coverage', tables.FLOW_COVERAGE],
  ] as const)('of %s are those of its table', (table, layout) => {
    expect(columnsOf(layout)).toEqual(declared(table));
  });

  test('begin alike in every table of accounts', () => {
    const accounts = [
      tables.LAUNCH_VERSIONS,
      tables.PLEDGE_VERSIONS,
      tables.TOKEN_ACCOUNT_VERSIONS,
      tables.MINT_VERSIONS,
    ];
    const shared = accounts.map(({ columns }) => columns.slice(0, 7));
    for (const columns of shared) expect(columns).toEqual(shared[0]);
    expect(tables.QUARANTINE.columns.slice(0, 4)).toEqual(shared[0]?.slice(0, 4));
  });
});
