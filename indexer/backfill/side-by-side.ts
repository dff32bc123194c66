/**
 * Runs `work` on the items of an iterable, at most `limit` at once; the next item is requested only when there is
 * capacity. The first failure aborts `stop`, waits for running work, and is thrown.
 */
export async function sideBySide<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { limit, stop }: { readonly limit: number; readonly stop: AbortController },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const fail = (error: unknown): void => {
    failures.push(error);
    stop.abort(error);
  };
  try {
    for await (const item of items) {
      if (stop.signal.aborted) break;
      const one: Promise<void> = work(item)
        .catch(fail)
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= limit) await Promise.race(running);
      if (stop.signal.aborted) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
