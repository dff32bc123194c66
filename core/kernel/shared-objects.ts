/** Objects that everybody who uses one store shares in this process: one of each class, made when it is first asked for. */
export class SharedObjects {
  readonly #made = new Map<unknown, unknown>();

  /** @param parts what it is made of, where it is not there yet */
  one<Made, Parts extends readonly unknown[]>(kind: new (...parts: Parts) => Made, ...parts: Parts): Made {
    // Sound because only `kind` makes what is kept under it.
    const made = (this.#made.get(kind) as Made | undefined) ?? new kind(...parts);
    this.#made.set(kind, made);
    return made;
  }
}
