import { randomInt } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { hasEnded, type ProcessIdentity } from '../../kernel/process-identity.ts';
import type { Claim, Claims, LeaseTimes } from './claim.ts';

export interface AcquireOptions {
  readonly claims: Claims;
  /** What is held, for display. */
  readonly what: string;
  /** Wait while another process holds it, instead of refusing. */
  readonly wait: boolean;
  readonly onWait: ((holder: ProcessIdentity) => void) | undefined;
  readonly times: LeaseTimes;
  readonly elapsed: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export interface Acquired {
  readonly claim: Claim;
  /** When its newest row was sent, on `elapsed`. */
  readonly renewedAt: number;
}

/** Statements that a dead holder had sent end within this time. */
const SETTLE_MS = 500;

/**
 * Makes the claim the one holder. Without transactions, with only rows that every later read sees, this is the
 * one-bit algorithm of Burns and Lynch: raise a flag, then look; enter only if no other flag is up. If two see
 * each other, the one with the greater id lowers its flag. It is correct however slow anyone is, as long as
 * nobody relies on an expired flag.
 * @throws STORE_HELD when another holder is alive
 */
export async function acquire(first: Claim, options: AcquireOptions): Promise<Acquired> {
  const { claims, clock, signal, times } = options;
  let claim = first;
  const step = (change: Partial<Claim>): Promise<void> => {
    claim = { ...claim, ...change, step: claim.step + 1n };
    return claims.write(claim, signal);
  };
  try {
    for (;;) {
      await holderGone(claim.id, options);
      const raisedAt = options.elapsed();
      await step({ state: 'wanted' });
      const found = await onlyFlag(claim.id, options);
      if (found) {
        await step({ state: 'held', epoch: (found[0]?.epoch ?? 0n) + 1n });
        if (options.elapsed() - raisedAt < times.ttlMs - times.marginMs)
          return { claim, renewedAt: raisedAt };
      }
      await step({ state: 'released' });
      await clock.sleep(randomInt(times.pollMs / 10, times.pollMs), signal);
    }
  } catch (error) {
    const leftUp = { ...claim, state: 'released' as const, step: claim.step + 1n };
    // It would expire anyway; until then it would only make others wait.
    if (claim.state !== 'released')
      await claims.write(leftUp, AbortSignal.timeout(1_000)).catch(() => undefined);
    throw error;
  }
}

/** Waits until nobody holds the lease. @throws STORE_HELD */
async function holderGone(own: string, options: AcquireOptions): Promise<void> {
  const { claims, clock, signal, logger, times } = options;
  let seen: Claim | undefined;
  for (;;) {
    const holders = (await claims.read(signal)).filter(
      ({ standing, state, id }) => standing && state === 'held' && id !== own,
    );
    const holder = holders.find((other) => isRival(other, own));
    if (!holder) {
      if (seen || holders.length > 0) await clock.sleep(SETTLE_MS, signal);
      return;
    }
    // A holder that renews is alive; one that went silent is waited for until its lease expires.
    const renewed = seen?.id === holder.id && seen.step !== holder.step;
    if (!options.wait && (renewed || hasEnded(holder) === false)) throw heldBy(options.what, holder);
    if (seen?.id !== holder.id) {
      logger.info({ held: options.what, ...who(holder) }, 'waiting for another process to end');
      options.onWait?.(holder);
    }
    seen = holder;
    await clock.sleep(times.pollMs, signal);
  }
}

/** All claims once no other flag is up; undefined if our own flag must come down. */
async function onlyFlag(own: string, options: AcquireOptions): Promise<readonly Claim[] | undefined> {
  const { claims, clock, signal, times } = options;
  const until = options.elapsed() + times.ttlMs - times.marginMs;
  while (options.elapsed() < until) {
    const all = await claims.read(signal);
    const rivals = all.filter((other) => isRival(other, own));
    if (rivals.length === 0) return all;
    if (rivals.some(({ state, id }) => state === 'held' || id < own)) return undefined;
    await clock.sleep(times.pollMs / 10, signal);
  }
  return undefined;
}

/** If a process of this machine has ended, nobody needs to wait until its claim expires. */
export function isRival(other: Claim, own: string): boolean {
  return other.standing && other.id !== own && hasEnded(other) !== true;
}

function heldBy(what: string, holder: Claim): LaunchlensError {
  return new LaunchlensError('STORE_HELD', { what, ...who(holder) });
}

function who({ command, pid, host, since }: Claim) {
  return { command, pid, host, since: new Date(since).toISOString() };
}
