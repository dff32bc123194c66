/**
 * Loads many keys in one question for each group of them. A question that fails fails its own keys only.
 * @param groupOf keys of one group can be asked for together
 */
export async function loadGrouped<Key, Value>(
  keys: readonly Key[],
  groupOf: (key: Key) => string,
  load: (group: readonly [Key, ...Key[]]) => Promise<(key: Key) => Value>,
): Promise<(Value | Error)[]> {
  const answers = new Map<Key, Value | Error>();
  const groups = Map.groupBy(keys, groupOf).values();
  const loading = [...groups].map(async (group) => {
    try {
      const answerOf = await load(group as [Key, ...Key[]]);
      for (const key of group) answers.set(key, answerOf(key));
    } catch (error) {
      for (const key of group) answers.set(key, asError(error));
    }
  });
  await Promise.all(loading);
  return keys.map((key) => answers.get(key) as Value | Error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new TypeError(String(error));
}
