/** JSON from a file, or what `fail` makes of it. */
export function parseJson(text: string, fail: (detail: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('it is not JSON');
  }
}
