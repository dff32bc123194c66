import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readMigrations, splitStatements } from '../../core/olap/migrations/files.ts';
import type { Olap } from '../../core/olap/port.ts';
import { openStore } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PAGE = readFileSync(new URL('../../docs/clickhouse.md', import.meta.url), 'utf8');
const [, GRANTED = ''] = /GRANT ([A-Z ,\n]+?)\s+ON launchlens\.\* TO/.exec(PAGE) ?? [];
const RIGHTS = GRANTED.split(',').map((right) => right.trim().replace(/\s+/g, ' '));

/** What the server asks for before it carries a form of statement out. A form that is not listed fails the test. */
const FORMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^CREATE TABLE /, ['CREATE TABLE']],
  [/^CREATE VIEW /, ['CREATE VIEW', 'SELECT']],
  [/^CREATE MATERIALIZED VIEW /, ['CREATE VIEW', 'SELECT', 'INSERT']],
  [/^DROP VIEW /, ['DROP VIEW']],
  [/^DROP TABLE /, ['DROP TABLE']],
  [/^INSERT INTO \w+ \([^)]*\)\s+SELECT /, ['INSERT', 'SELECT']],
];
const ALTERATIONS: ReadonlyMap<string, string> = new Map([
  ['ADD COLUMN', 'ALTER ADD COLUMN'],
  ['MODIFY ORDER', 'ALTER ORDER BY'],
  ['ADD INDEX', 'ALTER ADD INDEX'],
  ['DROP INDEX', 'ALTER DROP INDEX'],
  ['MATERIALIZE INDEX', 'ALTER MATERIALIZE INDEX'],
  ['MODIFY SETTING', 'ALTER SETTINGS'],
  ['MODIFY QUERY', 'ALTER VIEW MODIFY QUERY'],
]);
/** Of a running indexer, an export and an import, and the start on an empty server. */
const AT_WORK = [
  'SELECT',
  'INSERT',
  'ALTER DELETE',
  'ALTER UPDATE',
  'CREATE TABLE',
  'DROP TABLE',
  'TRUNCATE',
];
const AT_FIRST = ['CREATE DATABASE'];

const COMMAND = /\b(?:ADD|MODIFY|MATERIALIZE|DROP|RENAME|CLEAR|COMMENT|REMOVE|RESET|DELETE|UPDATE)\s+\w+/g;

function rightsOf(statement: string): readonly string[] {
  if (!statement.startsWith('ALTER TABLE ')) {
    const [, rights] = FORMS.find(([form]) => form.test(statement)) ?? [];
    return rights ?? [`unknown: ${statement.slice(0, 60)}`];
  }
  // What follows MODIFY QUERY is a query, whose words are no commands
  const [commands = ''] = statement.split(/(?<=MODIFY QUERY\s)/);
  const found = commands.match(COMMAND) ?? [statement];
  return found.map((one) => ALTERATIONS.get(one) ?? `unknown: ${one}`);
}

describe("the rights of the server's user, as the page on ClickHouse has them", () => {
  let olap: Olap;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let known: ReadonlySet<string>;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    olap = await openStore({ dataDir: directory.path });
    const sql = 'SELECT toString(privilege) AS name FROM system.privileges';
    known = new Set(
      (await olap.reader.query({ sql }, z.object({ name: z.string() }))).map(({ name }) => name),
    );
  });
  afterAll(async () => {
    await olap.close();
    await directory[Symbol.asyncDispose]();
  });

  test('are privileges that ClickHouse knows by these names', () => {
    expect(RIGHTS.length).toBeGreaterThan(10);
    expect(RIGHTS.filter((right) => !known.has(right))).toEqual([]);
  });

  test('are those that the steps of the schema and the commands need, and no others', async () => {
    const statements = (await readMigrations()).flatMap(({ sql }) => splitStatements(sql));
    const needed = new Set([...statements.flatMap(rightsOf), ...AT_WORK, ...AT_FIRST]);
    expect([...RIGHTS].sort()).toEqual([...needed].sort());
  });
});
