import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { columnsOf } from '../../../idl/anchor/columns.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { accountsOf } from '../../../idl/anchor/resolve.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/idls');
const names = readdirSync(FIXTURES).filter((file) => file.endsWith('.json'));

let olap: Olap | undefined;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'anchor-columns-'));
  olap = await createOlap({ dataDir, logger: createLogger('silent') });
});
afterAll(() => olap?.close());

test.each(names)('ClickHouse stores every account of %s', async (name) => {
  const accounts = accountsOf(readIdl(readFileSync(join(FIXTURES, name), 'utf8')));
  for (const account of accounts) {
    if ('refusal' in account) continue;
    const columns = columnsOf(account.layout).map((column) => `\`${column.name}\` ${column.type}`);
    const table = `CREATE TABLE account (${columns.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`;
    await olap?.writer.command({ sql: table });
    await olap?.writer.command({ sql: 'DROP TABLE account' });
  }
});
