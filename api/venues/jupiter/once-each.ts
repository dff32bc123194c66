import type { Clock } from '../../../core/kernel/clock.ts';

/** Values that are used once, soon after they were kept. */
export interface OnceEach<Value> {
  keep(name: string, value: Value): void;
  take(name: string): Value | undefined;
}

/** @param most the oldest is dropped beyond that many */
export function onceEach<Value>(
  clock: Pick<Clock, 'now'>,
  { lifetimeMs, most }: { readonly lifetimeMs: number; readonly most: number },
): OnceEach<Value> {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    keep: (name, value) => {
      kept.delete(name);
      kept.set(name, { value, until: clock.now() + lifetimeMs });
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
    take: (name) => {
      const found = kept.get(name);
      kept.delete(name);
      return found !== undefined && clock.now() < found.until ? found.value : undefined;
    },
  };
}
