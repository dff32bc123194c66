import { isCallable } from './functions.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** Parts of a query that hold nothing which their children do not show. */
const KINDS: ReadonlySet<string> = new Set([
  ...['SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'SelectQuery', 'ExpressionList', 'Subquery'],
  ...['WithElement', 'Literal', 'Identifier', 'Function', 'Asterisk', 'QualifiedAsterisk'],
  ...[
    'ColumnsRegexpMatcher',
    'ColumnsListMatcher',
    'QualifiedColumnsRegexpMatcher',
    'QualifiedColumnsListMatcher',
  ],
  ...['ColumnsTransformerList', 'ColumnsExceptTransformer', 'ColumnsReplaceTransformer'],
  ...['ColumnsReplaceTransformer::Replacement', 'TablesInSelectQuery', 'TablesInSelectQueryElement'],
  ...['TableExpression', 'TableIdentifier', 'TableJoin', 'ArrayJoin', 'OrderByElement', 'WindowDefinition'],
  ...['WindowListElement', 'InterpolateElement'],
]);

const MEMBERSHIP = /^(?:global)?(?:not)?in$/i;
const CONVERSION = /^(?:cast|accuratecast|accuratecastornull)$/i;
/** A value of this type is read from bytes as the engine's own memory. */
const STATE = /AggregateFunction/i;

export interface Names {
  /** Tables that the query may name: readable relations, and its own common table expressions. */
  readonly readable: ReadonlySet<string>;
  /** Tables of the database that a name without one would mean. */
  readonly taken: ReadonlySet<string>;
}

/** Why a query may not run, as a sentence's end; undefined if it may. */
export function refusalOf(node: SyntaxNode, names: Names): string | undefined {
  return ofNode(node, names) ?? first(node.children, (child) => refusalOf(child, names));
}

function ofNode({ kind, text, children }: SyntaxNode, names: Names): string | undefined {
  if (kind === 'Set') return 'settings cannot be changed';
  if (kind === 'ColumnsApplyTransformer') return 'APPLY is not available';
  if (!KINDS.has(kind)) return `${kind} is not available`;
  if (kind === 'TableIdentifier') return ofTable(text, names);
  if (kind === 'Literal' && STATE.test(text)) return 'states of aggregate functions are not available';
  return kind === 'Function' ? ofFunction(text, children[0]?.children ?? [], names) : undefined;
}

function ofTable(name: string, { readable, taken }: Names): string | undefined {
  return readable.has(name) && !taken.has(name) ? undefined : `it cannot read ${name}`;
}

function ofFunction(name: string, given: readonly SyntaxNode[], names: Names): string | undefined {
  if (!isCallable(name)) return `the function ${name} is not available`;
  const last = given.at(-1);
  // What stands right of IN can be the name of a table.
  if (MEMBERSHIP.test(name) && last?.kind === 'Identifier') {
    if (last.text.includes('.') || names.taken.has(last.text)) return `it cannot read ${last.text}`;
  }
  if (CONVERSION.test(name) && last?.kind !== 'Literal')
    return 'the type of a conversion must be written out';
  return undefined;
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
