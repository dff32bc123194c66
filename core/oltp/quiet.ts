import type { Oltp } from './port.ts';

/**
 * Skips looks that would find what the last one found: nothing was written since, and nothing has become due. Only an
 * embedded store knows that, because no other process writes to it. A look that fails is repeated.
 * @param nextAt When time alone gives a look something to find, in Unix milliseconds. Infinity if only a write can.
 */
export function unlessQuiet({ writes }: Pick<Oltp, 'writes'>, nextAt: () => Promise<number>) {
  let seen: number | undefined;
  let dueAt = Number.NEGATIVE_INFINITY;
  return async <Result>(now: number, look: () => Promise<Result>): Promise<Result | undefined> => {
    // Counted first: the look may miss what is written meanwhile.
    const written = writes();
    if (written !== undefined && written === seen && now < dueAt) return undefined;
    seen = undefined;
    const result = await look();
    if (written !== undefined) [seen, dueAt] = [written, await nextAt()];
    return result;
  };
}
