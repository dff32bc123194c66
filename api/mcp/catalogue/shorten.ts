type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Definitions = Readonly<Record<string, Json>>;

const PREFIX = '#/$defs/';

/**
 * The same JSON Schema in fewer bytes: equal definitions are merged, and definitions that are used once or are no longer
 * than a reference are inlined.
 */
export function shortened({ $defs = {}, ...root }: Readonly<Record<string, Json>>): Record<string, unknown> {
  const merged = withoutTwins(root, $defs as Definitions);
  const uses = countUses([merged.root, merged.definitions]);
  const kept = Object.keys(merged.definitions).filter((name) => isWorthAName(name, { ...merged, uses }));
  const names = new Map(kept.map((name, index) => [name, `d${index}`]));
  const written = (node: Json): Json =>
    mapped(node, (name, beside) => {
      const short = names.get(name);
      if (short !== undefined) return { $ref: `${PREFIX}${short}`, ...beside };
      return { ...(written(merged.definitions[name] ?? {}) as object), ...beside };
    });
  const definitions = kept.map((name) => [names.get(name) ?? name, written(merged.definitions[name] ?? {})]);
  const shown = written(merged.root) as Record<string, Json>;
  return kept.length === 0 ? shown : { ...shown, $defs: Object.fromEntries(definitions) };
}

interface Schema {
  readonly root: Json;
  readonly definitions: Definitions;
}

/** Repeated, because merging may make other definitions equal. */
function withoutTwins(root: Json, definitions: Definitions): Schema {
  const firsts = new Map<string, string>();
  const instead = new Map<string, string>();
  for (const [name, definition] of Object.entries(definitions)) {
    const text = JSON.stringify(definition);
    const first = firsts.get(text);
    if (first === undefined) firsts.set(text, name);
    else instead.set(name, first);
  }
  if (instead.size === 0) return { root, definitions };
  const renamed = (node: Json): Json =>
    mapped(node, (name, beside) => ({ $ref: `${PREFIX}${instead.get(name) ?? name}`, ...beside }));
  const left = Object.entries(definitions).filter(([name]) => !instead.has(name));
  return withoutTwins(
    renamed(root),
    Object.fromEntries(left.map(([name, definition]) => [name, renamed(definition)])),
  );
}

/** A recursive definition keeps its name: inlining it would not end. */
function isWorthAName(
  name: string,
  { definitions, uses }: Schema & { readonly uses: ReadonlyMap<string, number> },
): boolean {
  const text = JSON.stringify(definitions[name]);
  return (uses.get(name) ?? 0) > 1 && text.length > JSON.stringify({ $ref: `${PREFIX}d0` }).length;
}

function countUses(node: Json, uses = new Map<string, number>()): ReadonlyMap<string, number> {
  mapped(node, (name) => {
    uses.set(name, (uses.get(name) ?? 0) + 1);
    return null;
  });
  return uses;
}

/** A copy in which `replace` converts each reference, given its name and siblings. */
function mapped(node: Json, replace: (name: string, beside: Readonly<Record<string, Json>>) => Json): Json {
  if (Array.isArray(node)) return node.map((each: Json) => mapped(each, replace));
  if (node === null || typeof node !== 'object') return node;
  const { $ref, ...beside } = node as Readonly<Record<string, Json>>;
  if (typeof $ref === 'string' && $ref.startsWith(PREFIX)) return replace($ref.slice(PREFIX.length), beside);
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, mapped(member, replace)]));
}
