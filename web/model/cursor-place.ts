export interface CursorPlace {
  /** From 0. */
  readonly page: number;
  /** Where the page begins; undefined on the first. */
  readonly after: string | undefined;
}

/** A place as an address has it, such as `2.cursor` for the third page. Anything else is the first page. */
export function placeOf(text: string | undefined): CursorPlace {
  const [, page = '', after] = /^([1-9][0-9]{0,5})\.(.+)$/.exec(text ?? '') ?? [];
  return after === undefined ? { page: 0, after: undefined } : { page: Number(page), after };
}
