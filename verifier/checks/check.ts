/** One claim about the launch, checked against the chain. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** The expected figure. */
  readonly expected: string;
  /** The figure found. */
  readonly actual: string;
  /** What the two figures are, or why the check passes without them. */
  readonly detail: string;
}
