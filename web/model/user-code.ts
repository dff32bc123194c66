const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** A typed pairing code in its display form `BCDF-GHJK`; undefined if invalid. */
export function userCode(typed: string): string | undefined {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
