import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Random } from './random.ts';

/** What came of one input, for the totals: `accepted`, or the code or reason with which it was refused. */
export type Verdict = string;

/** One parser of outside data under fire. */
export interface FuzzTarget {
  readonly name: string;
  /** What is fed to what, for people. */
  readonly feeds: string;
  /** The share of the inputs asked for: 1 for what is fast, less for what goes through a file or a server. */
  readonly share: number;
  /** What comes of valid input: a run in which nothing did tells nothing. */
  readonly good: Verdict;
  /** Needs the embedded engine, which one process can open once. */
  readonly engine?: true;
  start(): Promise<FuzzRun> | FuzzRun;
}

export interface FuzzRun {
  /** Makes one input by the random choices, feeds it, and checks what came of it. @throws Finding and whatever the parser lets out */
  feed(random: Random): Verdict | Promise<Verdict>;
  stop?(): Promise<void>;
}

/** A property that did not hold. */
export class Finding extends Error {}

export function hold(
  condition: boolean,
  property: string,
  details: () => unknown = () => '',
): asserts condition {
  if (!condition) throw new Finding(`${property}: ${JSON.stringify(details(), readable)}`);
}

/** Feeds a parser that refuses by coded errors alone; what else it throws goes on as a finding. */
export function accepted<Value>(
  parse: () => Value,
  codes: readonly string[],
): { value: Value } | { refused: string } {
  try {
    return { value: parse() };
  } catch (error) {
    if (isLaunchlensError(error) && codes.includes(error.code)) return { refused: error.code };
    throw error;
  }
}

function readable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  return value;
}
