/** Strings, quoted names, names, numbers, and any other character alone. */
const WORD = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[A-Za-z_]\w*|\d[\w.]*|\s+|./gs;

/** A query as the engine formats it, in words and the space between them; joined again, they are the query. */
export function wordsOf(canonical: string): string[] {
  return canonical.match(WORD) ?? [];
}

/** A name without its quotes; undefined for anything else. */
function nameOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (/^[A-Za-z_]/.test(word)) return word;
  return word.startsWith('`') && word.length > 1 ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : undefined;
}

/** The words without space, with their places. */
function visible(words: readonly string[]): { readonly word: string; readonly at: number }[] {
  return words.flatMap((word, at) => (/^\s/.test(word) ? [] : [{ word, at }]));
}

/** Names before `AS (`: those of common table expressions, and of windows. */
export function namedQueries(words: readonly string[]): Set<string> {
  const found = new Set<string>();
  const seen = visible(words);
  for (const [index, { word }] of seen.entries()) {
    if (word !== 'AS' || seen[index + 1]?.word !== '(') continue;
    const name = nameOf(seen[index - 1]?.word);
    if (name !== undefined) found.add(name);
  }
  return found;
}

/** Replaces each `database.table` by the one name that `of` gives it. */
export function withShortNames(
  words: readonly string[],
  of: (database: string, table: string) => string | undefined,
): string[] {
  const replaced = [...words];
  const seen = visible(words);
  for (let index = 0; index + 2 < seen.length; index++) {
    const [first, dot, second] = seen.slice(index, index + 3);
    const [database, table] = [nameOf(first?.word), nameOf(second?.word)];
    if (!first || !second || dot?.word !== '.' || seen[index - 1]?.word === '.') continue;
    const short = database === undefined || table === undefined ? undefined : of(database, table);
    if (short === undefined) continue;
    replaced.fill('', first.at, second.at + 1);
    replaced[first.at] = short;
    index += 2;
  }
  return replaced;
}

/** Whether a word of the query is this keyword or name. */
export function has(words: readonly string[], wanted: string): boolean {
  return words.some((word) => nameOf(word) === wanted);
}
