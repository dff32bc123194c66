import type { PageOptions } from './options.ts';

interface Page<Row> {
  readonly next_cursor: string | null;
  readonly results: readonly Row[];
}

/**
 * Every row of a listing; pages are read as needed. The cursor keeps all pages at the slot of the first, so the rows are
 * one state of the chain however long it takes.
 */
export async function* rowsOf<Row, Options extends PageOptions>(
  page: (options: Options) => Promise<Page<Row>>,
  options: Options,
): AsyncGenerator<Row, void, undefined> {
  let asked = options;
  for (;;) {
    const { results, next_cursor: cursor } = await page(asked);
    yield* results;
    if (cursor === null) return;
    asked = { ...options, cursor };
  }
}
