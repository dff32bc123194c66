/**
 * The last result of a read that may be slow or fail, so that a scrape never waits for a store: it gets what the last
 * scrape's read found. Undefined before the first result, and after a failure.
 */
export function polled<Value>(read: () => Promise<Value>): () => Value | undefined {
  let last: Value | undefined;
  let reading = false;
  return () => {
    if (!reading) {
      reading = true;
      read()
        .catch(() => undefined)
        .then((value) => {
          last = value;
          reading = false;
        });
    }
    return last;
  };
}
