import PQueue from 'p-queue';

/** Runs what it is given when the rate allows it; rejects as soon as the signal aborts. */
export type RateLimit = <Result>(
  run: () => Promise<Result>,
  signal: AbortSignal | undefined,
) => Promise<Result>;

/** What Solana's public nodes allow one address: 100 requests in 10 seconds. */
const PUBLIC_PER_SECOND = 10;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A node on this machine is the operator's own. */
export function defaultRate({ hostname }: URL): number {
  return LOOPBACK.has(hostname) ? 0 : PUBLIC_PER_SECOND;
}

/** At most `perSecond` starts in any second, in the order in which they were asked for; 0 sets no limit. */
export function rateLimit(perSecond: number): RateLimit {
  if (perSecond === 0) return (run) => run();
  const queue = new PQueue({ interval: 1000, intervalCap: perSecond, strict: true });
  return (run, signal) => queue.add(run, { signal });
}
