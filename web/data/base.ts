/** The address of the API, however deep it is below its host: files of the pages are always one folder below it. */
const here = import.meta.url;

/** The address of the API, with its trailing slash. */
export const BASE = new URL('../', here);

/** An address of the API; `path` without a leading slash. */
export function at(path: string): URL {
  return new URL(path, BASE);
}
