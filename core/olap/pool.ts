import { LaunchlensError } from '../kernel/errors/error.ts';

/** A bounded set of connections, handed out in the order of requests. */
export interface Pool<Item> {
  /** Waits for a free item. Rejects with the signal's reason when it aborts first. @throws OLAP_CLOSED */
  take(signal?: AbortSignal): Promise<Item>;
  give(item: Item): void;
  /** Refuses new requests and resolves with every item once all are back. */
  drain(): Promise<readonly Item[]>;
}

interface Waiter<Item> {
  readonly resolve: (item: Item) => void;
  readonly reject: (reason: unknown) => void;
}

export function createPool<Item>(items: readonly Item[]): Pool<Item> {
  const free = [...items];
  const waiting = new Set<Waiter<Item>>();
  let drained: (() => void) | undefined;
  let closed = false;

  function wait(signal: AbortSignal | undefined): Promise<Item> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(waiter);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => waiter.reject(signal?.reason);
      const waiter: Waiter<Item> = {
        resolve: (item) => {
          leave();
          resolve(item);
        },
        reject: (reason) => {
          leave();
          reject(reason);
        },
      };
      waiting.add(waiter);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  return {
    take: async (signal) => {
      signal?.throwIfAborted();
      if (closed) throw new LaunchlensError('OLAP_CLOSED', {});
      return free.shift() ?? wait(signal);
    },
    give: (item) => {
      const [next] = waiting;
      if (next) return next.resolve(item);
      free.push(item);
      if (free.length === items.length) drained?.();
    },
    drain: async () => {
      closed = true;
      for (const waiter of [...waiting]) waiter.reject(new LaunchlensError('OLAP_CLOSED', {}));
      if (free.length < items.length) await new Promise<void>((resolve) => (drained = resolve));
      return items;
    },
  };
}
