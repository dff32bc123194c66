import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';

/** Keys that are loaded together. */
type Group<Key> = readonly [Key, ...Key[]];
type Load<Key, Value> = (group: Group<Key>) => Promise<(key: Key) => Value>;

/**
 * Loads many keys with one query per group. A failed query fails only its own keys, and an unreadable account no other
 * key of its group.
 * @param groupOf keys of one group can be loaded together
 */
export async function loadGrouped<Key, Value>(
  keys: readonly Key[],
  groupOf: (key: Key) => string,
  load: Load<Key, Value>,
): Promise<(Value | Error)[]> {
  const answers = new Map<Key, Value | Error>();
  const groups = Map.groupBy(keys, groupOf).values();
  await Promise.all([...groups].map((group) => loadGroup(group as unknown as Group<Key>, load, answers)));
  return keys.map((key) => answers.get(key) as Value | Error);
}

async function loadGroup<Key, Value>(
  group: Group<Key>,
  load: Load<Key, Value>,
  answers: Map<Key, Value | Error>,
): Promise<void> {
  try {
    const answerOf = await load(group);
    for (const key of group) answers.set(key, answerOf(key));
  } catch (error) {
    if (group.length > 1 && isLaunchlensError(error, 'ACCOUNT_UNREADABLE')) {
      const half = group.length >> 1;
      for (const part of [group.slice(0, half), group.slice(half)]) {
        await loadGroup(part as unknown as Group<Key>, load, answers);
      }
      return;
    }
    for (const key of group) answers.set(key, asError(error));
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new TypeError(String(error));
}
