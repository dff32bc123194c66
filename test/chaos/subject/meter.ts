import { AsyncLocalStorage } from 'node:async_hooks';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { splitStatements } from '../../../core/olap/migrations/files.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { endAtOnce } from '../../support/end-with-parent.ts';
import { type Boundary, type Moment, nameOf } from '../boundaries/boundary.ts';

/** Turns of the event loop after which a statement is surely under way. */
const TURNS = 3;
const SPOOLED = /clickhouse-spool\/\d+\.native$/;
const STATEMENT = /^\s*(\w+)[^(]*?(?:TABLE|VIEW|INTO|FROM|INDEX)\s+(?:IF NOT EXISTS\s+)?(\w+)/i;

type Pass = (moment: Moment) => void;

/** Names every boundary of writing that the process passes, and ends it at the one that was named. */
export class Meter {
  readonly #tell: (boundary: Boundary) => void;
  #kill: Boundary | undefined;
  readonly #seen = new Map<string, number>();
  readonly #running = new AsyncLocalStorage<Pass>();
  #step: string;

  constructor(options: {
    readonly step: string;
    readonly kill: Boundary | undefined;
    readonly tell: (boundary: Boundary) => void;
  }) {
    this.#step = options.step;
    this.#kill = options.kill;
    this.#tell = options.tell;
  }

  arm(kill: Boundary): void {
    this.#kill = kill;
  }

  begin(step: string): void {
    this.#step = step;
    this.#seen.clear();
  }

  /** Opens the store, which is the first thing that is written. */
  async open(opening: () => Promise<Olap>): Promise<Olap> {
    const pass = this.#passes('open store');
    pass('before');
    const olap = await opening();
    pass('after');
    if (olap.kind === 'embedded') this.#watchSpool();
    const spools = olap.kind === 'embedded';
    return { ...olap, writer: this.#watch(olap.writer, spools), control: this.#watch(olap.control, spools) };
  }

  #watch(lane: OlapLane, spools: boolean): OlapLane {
    return {
      query: (statement, row) => lane.query(statement, row),
      stream: (statement, row) => lane.stream(statement, row),
      command: (statement) => this.write(describe(statement.sql), false, () => lane.command(statement)),
      insert: (table, block, signal, fence) =>
        this.write(`rows ${table}`, spools, () => lane.insert(table, block, signal, fence)),
    };
  }

  /** Carries out one statement between its boundaries. */
  async write<Value>(statement: string, spools: boolean, work: () => Promise<Value>): Promise<Value> {
    const pass = this.#passes(statement);
    pass('before');
    const writing = this.#running.run(pass, work);
    if (!spools) pass('under way');
    const written = await writing;
    pass('after');
    return written;
  }

  #passes(statement: string): Pass {
    const step = this.#step;
    const key = `${step} ${statement}`;
    const nth = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, nth);
    return (moment) => {
      const boundary = { step, statement, nth, moment };
      this.#tell(boundary);
      if (!this.#kill || nameOf(this.#kill) !== nameOf(boundary)) return;
      if (moment === 'under way') void underWay();
      else endAtOnce();
    };
  }

  /** The spool takes what it needs from Node's own module, whose functions can be exchanged while it runs. */
  #watchSpool(): void {
    const { open, rm } = promises;
    promises.open = async (...given: Parameters<typeof open>): Promise<FileHandle> => {
      const file = await open(...given);
      const pass = this.#passOf(given[0]);
      if (!pass) return file;
      const close = file.close.bind(file);
      file.close = async () => {
        await close();
        pass('spooled');
        pass('under way');
      };
      return file;
    };
    promises.rm = async (...given: Parameters<typeof rm>): Promise<void> => {
      this.#passOf(given[0])?.('acknowledged');
      return rm(...given);
    };
    syncBuiltinESMExports();
  }

  #passOf(path: unknown): Pass | undefined {
    return SPOOLED.test(String(path)) ? this.#running.getStore() : undefined;
  }
}

/** The verb of a statement and the table that it is about. */
/** A script by its first statement. */
function describe(sql: string): string {
  const [, verb = 'statement', table = ''] = STATEMENT.exec(splitStatements(sql)[0] ?? '') ?? [];
  return `${verb.toLowerCase()} ${table}`;
}

async function underWay(): Promise<never> {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
  return endAtOnce();
}
