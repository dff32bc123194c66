import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { GuestLane } from '../../../core/olap/port.ts';
import type { Stamp } from '../model.ts';
import type { Stamped } from '../questions.ts';
import { refusalOf } from './allowed.ts';
import { askTogether, type SqlDomain } from './domains.ts';
import { checkSettings, SQL_FORMATS, type SqlFormat, settingsFor } from './formats.ts';
import { askGuest, type Check, json } from './guest-question.ts';
import { plainColumns } from './plain-columns.ts';
import { CHECKPOINT, checkpointRelation, type SqlRelation, shortName } from './relations.ts';
import { expressionsOf, neededFor, withRelations } from './statement.ts';
import { parseSyntaxTree, type SyntaxNode } from './syntax-tree.ts';
import { namedQueries, withShortNames, wordsOf } from './words.ts';

export interface SqlQuestion {
  readonly query: string;
  readonly format: SqlFormat;
  /** By default the newest. */
  readonly asOfSlot?: bigint | undefined;
}

export interface SqlReader {
  /**
   * The answer, in the bytes of its format.
   * @throws SQL_REFUSED, SQL_ERROR, SQL_LIMIT, STORE_UNREACHABLE, and those of the domains that are read
   */
  ask(question: SqlQuestion, signal: AbortSignal): Promise<Stamped<Uint8Array>>;
}

const QUERY_MS = 10_000;

/**
 * Answers SQL of strangers from the relations that are declared readable, and from nothing else. A query that reads
 * none is stamped by the first domain.
 * @param queryMs How long a query may run
 */
export function createSqlReader(
  guests: GuestLane,
  domains: readonly SqlDomain[],
  queryMs = QUERY_MS,
): SqlReader {
  return {
    ask: async ({ query, format, asOfSlot }, signal) => {
      const ask = askGuest(guests, signal);
      const checking = {
        format: 'JSONCompact',
        settings: checkSettings(queryMs),
        readsNothing: true,
      } as const;
      const check: Check = (sql) => ask({ sql, ...checking }).then(json);
      const prepared = await prepare(check, query, domains);
      const used = domains.filter(({ database }) => prepared.databases.has(database));
      const together = used.length === 0 ? domains.slice(0, 1) : used;
      return askTogether(together, asOfSlot, async (stamps) => {
        const statement = prepared.at(stamps);
        const sql = isBinary(format) ? await plainColumns(check, statement) : statement;
        return ask({ sql, format: SQL_FORMATS[format], settings: settingsFor(format, queryMs) });
      });
    },
  };
}

function isBinary(format: SqlFormat): boolean {
  return format === 'parquet' || format === 'arrow';
}

interface Prepared {
  /** Those that it reads. */
  readonly databases: ReadonlySet<string>;
  /** The statement that reads each database at its stamp. */
  at(stamps: ReadonlyMap<string, Stamp>): string;
}

/**
 * What strangers wrote reaches the engine as text first, which it parses and writes anew: one statement, without
 * comments. That is looked through as a tree, and only what is known to be harmless runs.
 */
async function prepare(check: Check, query: string, domains: readonly SqlDomain[]): Promise<Prepared> {
  const declared = domains.flatMap(({ relations }) => relations);
  const { canonical, taken, views } = await described(check, query, declared);
  const checkpoints = domains.map(({ database }) => ({ database, name: CHECKPOINT, sql: '' }));
  const relations = [...checkpoints, ...declared];
  const expressions = expressionsOf(relations, views);
  const words = withShortNames(wordsOf(canonical), (database, name) =>
    relations.some((one) => one.database === database && one.name === name)
      ? shortName({ database, name })
      : undefined,
  );
  const own = words.join('');
  const { root, own: tree } = await syntaxOf(check, own);
  const readable = new Set([...expressions.keys(), ...namedQueries(words)]);
  const isRecursive = /^\s*WITH RECURSIVE$/m.test(own);
  const refusal = isRecursive ? 'recursion is not available' : refusalOf(root, { readable, taken });
  if (refusal) throw new LaunchlensError('SQL_REFUSED', { reason: refusal });
  const needed = neededFor(own, expressions);
  const read = relations.filter((relation) => needed.has(shortName(relation)));
  return {
    databases: new Set(read.map(({ database }) => database)),
    at: (stamps) => {
      const bounds = [...stamps].map(([database, stamp]) => checkpointRelation(database, stamp));
      const texts = new Map([...expressions, ...expressionsOf(bounds, [])]);
      return withRelations(own, isUnion(tree), new Map([...texts].filter(([name]) => needed.has(name))));
    },
  };
}

const description = z.object({
  data: z.tuple([
    z.tuple([
      z.string(),
      z.array(z.string()),
      z.array(
        z
          .tuple([z.string(), z.string(), z.string()])
          .transform(([database, name, sql]) => ({ database, name, sql })),
      ),
    ]),
  ]),
});

/** The query as the engine writes it, the tables of the session's database, and the texts of the views. */
async function described(check: Check, query: string, relations: readonly SqlRelation[]) {
  const views = relations.filter(({ sql }) => sql === undefined);
  const pairs = views.map(({ database, name }) => `('${database}', '${name}')`).join(', ');
  const sql = `SELECT
    formatQuery(${quoted(query)}),
    (SELECT groupArray(name) FROM system.tables WHERE database = currentDatabase()),
    (SELECT groupArray((database, name, as_select)) FROM system.tables WHERE (database, name) IN (${pairs || "('', '')"}))`;
  const { data } = description.parse(await check(sql));
  const [[canonical, taken, texts]] = data;
  return { canonical, taken: new Set(taken), views: texts };
}

const tree = z.object({ data: z.array(z.tuple([z.string()])) });

/** As a subquery, because there nothing may follow a SELECT that would write its answer somewhere. */
async function syntaxOf(check: Check, canonical: string) {
  const sql = `EXPLAIN AST SELECT * FROM (\n${canonical}\n)`;
  const lines = await check(sql).catch((error: unknown) => {
    throw notSelect(error);
  });
  const root = parseSyntaxTree(tree.parse(lines).data.map(([line]) => line));
  const own = find(root, 'Subquery');
  if (!root || !own) throw new LaunchlensError('INTERNAL', {});
  return { root, own };
}

/** A statement that can be parsed by itself, but not there, is another one than a SELECT. */
function notSelect(error: unknown): unknown {
  if (!(error instanceof LaunchlensError) || error.code !== 'SQL_ERROR') return error;
  if (!error.message.includes('Syntax error')) return error;
  return new LaunchlensError('SQL_REFUSED', { reason: 'it is not a plain SELECT' }, error);
}

/** Whether several queries make up its rows. */
function isUnion({ children: [select] }: SyntaxNode): boolean {
  const [list] = select?.children ?? [];
  return list?.children.length !== 1 || list.children[0]?.kind !== 'SelectQuery';
}

function find(node: SyntaxNode | undefined, kind: string): SyntaxNode | undefined {
  if (node === undefined || node.kind === kind) return node;
  for (const child of node.children) {
    const found = find(child, kind);
    if (found) return found;
  }
  return undefined;
}

/** The query as text of a statement: every backslash and quote is escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
