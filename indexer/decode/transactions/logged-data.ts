import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Transaction, TransactionInstruction } from '../../model/source.ts';

/** One line of data that a program logged. */
export interface LoggedData {
  readonly bytes: Buffer;
  /** The instruction that logged it. */
  readonly outer: number;
  readonly inner: number;
}

export interface ReadLog {
  readonly data: readonly LoggedData[];
  /** Whether the node dropped lines after these. */
  readonly truncated: boolean;
}

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;
const RETURN = /^Program [1-9A-HJ-NP-Za-km-z]{32,44} (?:success$|failed: )/;
const DATA = 'Program data: ';
const TRUNCATED = 'Log truncated';

/**
 * The data that one program logged in a transaction. A line does not say who wrote it: that is the program invoked last
 * that has not returned. What programs write themselves begins with `Program log: `, so that none of them can imitate
 * the lines of the runtime.
 */
export function loggedData(transaction: Transaction, program: string): ReadLog {
  const data: LoggedData[] = [];
  const callers = new Callers(transaction);
  for (const bytes of transaction.logs ?? []) {
    const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    if (line === TRUNCATED) return { data, truncated: true };
    const [, invoked, depth] = INVOKE.exec(line) ?? [];
    if (invoked !== undefined) callers.invoke(invoked, Number(depth));
    else if (RETURN.test(line)) callers.return();
    else if (line.startsWith(DATA)) {
      const caller = callers.current;
      if (caller?.program !== program) continue;
      const { outer, inner } = caller;
      // Several values, which no event of Anchor has, are taken as one.
      const values = line.slice(DATA.length).split(' ');
      data.push({ bytes: Buffer.concat(values.map((value) => Buffer.from(value, 'base64'))), outer, inner });
    }
  }
  return { data, truncated: false };
}

interface Caller {
  readonly program: string;
  readonly outer: number;
  readonly inner: number;
}

/** The programs that are running, by the lines of the log, and the instruction of each. */
class Callers {
  readonly #instructions: readonly TransactionInstruction[];
  readonly #keys: readonly Uint8Array[];
  readonly #names = new Map<number, string>();
  #stack: Caller[] = [];
  /** The next instruction that may log: they run in this order, and some log nothing. */
  #next = 0;

  constructor({ instructions, accountKeys }: Transaction) {
    this.#instructions = instructions;
    this.#keys = accountKeys;
  }

  get current(): Caller | undefined {
    return this.#stack.at(-1);
  }

  invoke(program: string, depth: number): void {
    this.#stack = this.#stack.slice(0, depth - 1);
    const at = this.#instructions.findIndex(
      (one, index) => index >= this.#next && this.#nameOf(one.program) === program,
    );
    const { outer = 0, inner = 0 } = this.#instructions[at] ?? this.current ?? {};
    if (at >= 0) this.#next = at + 1;
    this.#stack.push({ program, outer, inner });
  }

  return(): void {
    this.#stack.pop();
  }

  #nameOf(key: number): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const bytes = this.#keys[key];
    const name = bytes ? pubkeyFromBytes(bytes) : '';
    this.#names.set(key, name);
    return name;
  }
}
