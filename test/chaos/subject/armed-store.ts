import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { endAtOnce } from '../../support/end-with-parent.ts';
import type { ArmedKill } from './protocol.ts';

/** Turns of the event loop after which a statement is surely under way. */
const TURNS = 3;

/** Counts the writes that pass and ends the process at the one that was named. */
export class ArmedStore {
  #armed: ArmedKill | undefined;
  #seen = 0;

  constructor(first: ArmedKill | undefined) {
    this.#armed = first;
  }

  arm(kill: ArmedKill): void {
    this.#armed = kill;
    this.#seen = 0;
  }

  /** The same store, its writer lane watched. */
  watch(olap: Olap): Olap {
    const { writer } = olap;
    const watched: OlapLane = {
      query: (statement, row) => writer.query(statement, row),
      stream: (statement, row) => writer.stream(statement, row),
      command: (statement) => this.#pass(undefined, () => writer.command(statement)),
      insert: (table, ...rows) => this.#pass(table, () => writer.insert(table, ...rows)),
    };
    return {
      ...olap,
      writer: watched,
      database: async (name) => this.watch(await olap.database(name)),
    };
  }

  async #pass(table: string | undefined, write: () => Promise<void>): Promise<void> {
    const phase = this.#phaseFor(table);
    if (phase === undefined) return write();
    if (phase === 'before') endAtOnce();
    const writing = write();
    if (phase === 'during') for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    else await writing;
    endAtOnce();
  }

  #phaseFor(table: string | undefined): ArmedKill['phase'] | undefined {
    const armed = this.#armed;
    if (!armed || (armed.table !== undefined && armed.table !== table)) return undefined;
    this.#seen += 1;
    return this.#seen === armed.nth ? armed.phase : undefined;
  }
}
