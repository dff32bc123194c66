/** Where whole slots wait for the writer. */
export interface BacklogOptions<Item> {
  /** Takes one item; resolves when the next may come. */
  readonly consume: (item: Item) => Promise<void>;
  /** How heavy an item is, in rows. */
  readonly weight: (item: Item) => number;
  /** Above this weight the source is asked to wait; it may go on below half of it. */
  readonly limit: number;
  readonly onFull: () => void;
  readonly onDrained: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * A queue between the synchronous sink and the asynchronous writer. Order is kept, one item is consumed at a
 * time, and a backlog above the limit pauses the source instead of growing.
 */
export class Backlog<Item> {
  readonly #options: BacklogOptions<Item>;
  readonly #items: Item[] = [];
  #weight = 0;
  #full = false;
  #running: Promise<void> | undefined;
  #failed = false;

  constructor(options: BacklogOptions<Item>) {
    this.#options = options;
  }

  /** True from the moment the source was asked to wait until it may go on. */
  get full(): boolean {
    return this.#full;
  }

  push(item: Item): void {
    if (this.#failed) return;
    this.#items.push(item);
    this.#weight += this.#options.weight(item);
    if (!this.#full && this.#weight > this.#options.limit) {
      this.#full = true;
      this.#options.onFull();
    }
    this.#running ??= this.#drain();
  }

  /** Resolves once everything pushed so far was consumed, or consuming failed. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) {
        const weight = this.#options.weight(item);
        await this.#options.consume(item);
        this.#weight -= weight;
        this.#resumeBelowHalf();
      }
    } catch (error) {
      this.#failed = true;
      this.#items.length = 0;
      this.#options.onFailure(error);
    } finally {
      this.#running = undefined;
    }
  }

  #resumeBelowHalf(): void {
    if (!this.#full || this.#weight > this.#options.limit / 2) return;
    this.#full = false;
    this.#options.onDrained();
  }
}
