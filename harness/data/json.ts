/** JSON from a file; `fail` creates the error. */
export function parseJson(text: string, fail: (detail: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('it is not JSON');
  }
}
