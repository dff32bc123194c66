/** One claim about the launch, held against the chain. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** The figure that must be there. */
  readonly expected: string;
  /** The figure that is there. */
  readonly actual: string;
  /** What the two figures are, or why the check holds by itself. */
  readonly detail: string;
}
