import type { DatabaseName, Olap } from './port.ts';

/** The database of the launches. */
export const DATABASE = 'launchlens';

/** Further databases of one store, each opened once. */
export class Databases {
  readonly #open: (name: DatabaseName) => Promise<Olap>;
  readonly #opened = new Map<DatabaseName, Promise<Olap>>();

  constructor(open: (name: DatabaseName) => Promise<Olap>) {
    this.#open = open;
  }

  async get(name: DatabaseName): Promise<Olap> {
    const known = this.#opened.get(name);
    if (known) return known;
    const opening = this.#open(name);
    this.#opened.set(name, opening);
    // A failure is not kept: the next caller tries again.
    opening.catch(() => this.#opened.delete(name));
    return opening;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }
}
