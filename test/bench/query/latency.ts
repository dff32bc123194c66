import { performance } from 'node:perf_hooks';

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Times `ask` one call after another, in milliseconds, after a few that warm it up. */
export async function latencyOf(calls: number, ask: (n: number) => Promise<unknown>): Promise<Latency> {
  for (let n = 0; n < Math.min(5, calls); n += 1) await ask(n);
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const startedAt = performance.now();
    await ask(n + 5);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
