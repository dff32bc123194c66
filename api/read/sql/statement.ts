import { CHECKPOINT, type SqlRelation, shortName } from './relations.ts';
import { has, withShortNames, wordsOf } from './words.ts';

/** Relations by the name of their common table expression, each with its text. */
export type Expressions = ReadonlyMap<string, string>;

/** A view of the store, as the engine keeps it. */
export interface ViewText {
  readonly database: string;
  readonly name: string;
  readonly sql: string;
}

/** Every relation as a common table expression. A view that the store lacks is left out. */
export function expressionsOf(relations: readonly SqlRelation[], views: readonly ViewText[]): Expressions {
  const shortOfView = (database: string, name: string): string | undefined => {
    const isShared = name === CHECKPOINT || relations.some((one) => isNamed(one, database, name) && !one.sql);
    return isShared ? shortName({ database, name }) : undefined;
  };
  const textOf = (relation: SqlRelation): string | undefined => {
    if (relation.sql !== undefined) return relation.sql;
    const view = views.find(({ database, name }) => isNamed(relation, database, name));
    // Views read each other: as common table expressions, they all read the same slot.
    return view && withShortNames(wordsOf(view.sql), shortOfView).join('');
  };
  return new Map(
    relations.flatMap((relation) => {
      const text = textOf(relation);
      return text === undefined ? [] : [[shortName(relation), text] as const];
    }),
  );
}

function isNamed(relation: SqlRelation, database: string, name: string): boolean {
  return relation.database === database && relation.name === name;
}

/** The names of the relations that a query needs, with those that they read in turn. */
export function neededFor(query: string, expressions: Expressions): ReadonlySet<string> {
  return neededBy(wordsOf(query), expressions, new Set());
}

/** The query with those relations in front. @param isUnion whether it is made of several queries */
export function withRelations(query: string, isUnion: boolean, needed: Expressions): string {
  if (needed.size === 0) return query;
  const list = [...needed].map(([name, text]) => `\`${name}\` AS\n(\n${text}\n)`).join(',\n');
  // Expressions of the first of several queries are not those of one that has its own.
  if (isUnion) return `WITH ${list}\nSELECT * FROM\n(\n${query}\n)`;
  return query.startsWith('WITH\n') ? `WITH ${list},${query.slice('WITH'.length)}` : `WITH ${list}\n${query}`;
}

function neededBy(words: readonly string[], expressions: Expressions, needed: Set<string>): Set<string> {
  for (const [name, text] of expressions) {
    if (needed.has(name) || !has(words, name)) continue;
    needed.add(name);
    neededBy(wordsOf(text), expressions, needed);
  }
  return needed;
}
