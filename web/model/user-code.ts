const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** What somebody typed as the code of a pairing, as it is shown: `BCDF-GHJK`; undefined for what is no code. */
export function userCode(typed: string): string | undefined {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
