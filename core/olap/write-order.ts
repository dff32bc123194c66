import type { Pool } from './pool.ts';

/**
 * The pool of a lane that writes. Work begins in the order of the requests: inserts into different tables run at the
 * same time, everything else runs alone.
 */
export function inWriteOrder<Item>(pool: Pool<Item>): Pool<Item> {
  let alone: Promise<unknown> = Promise.resolve();
  /** The last insert into each table since then. */
  let inserts = new Map<string, Promise<unknown>>();
  const release = new Map<Item, () => void>();

  /** What work must wait for; from now on, later work waits for `ended` too. */
  function enqueue(table: string | undefined, ended: Promise<void>): Promise<unknown> {
    if (table === undefined) {
      const before = Promise.all([alone, ...inserts.values()]);
      alone = before.then(() => ended);
      inserts = new Map();
      return before;
    }
    const before = inserts.get(table) ?? alone;
    inserts.set(
      table,
      before.then(() => ended),
    );
    return before;
  }

  return {
    drain: () => pool.drain(),
    take: async (signal, table) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const before = enqueue(table, ended);
      try {
        await orAborted(before, signal);
        const item = await pool.take(signal);
        release.set(item, end);
        return item;
      } catch (error) {
        end();
        throw error;
      }
    },
    give: (item) => {
      const end = release.get(item);
      release.delete(item);
      pool.give(item);
      end?.();
    },
  };
}

function orAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal) return work;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  void work.then(() => resolve());
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
