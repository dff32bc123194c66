/**
 * `usage`: the command line is refused; `chain`: the chain cannot be read, or is not as the escrow program writes it.
 */
export type FailureKind = 'usage' | 'chain' | 'launch_not_found';

const EXIT: Readonly<Record<FailureKind, 2 | 3>> = { usage: 2, chain: 2, launch_not_found: 3 };

/** Why nothing can be verified, in one line. A failed check is not a failure but a result. */
export class VerifierFailure extends Error {
  override readonly name = 'VerifierFailure';
  readonly kind: FailureKind;
  /** Slot at which the chain was read, if any. */
  readonly slot: number | undefined;

  constructor(kind: FailureKind, message: string, slot?: number) {
    super(message);
    this.kind = kind;
    this.slot = slot;
  }

  get exit(): 2 | 3 {
    return EXIT[this.kind];
  }
}

export function chainFailure(message: string): VerifierFailure {
  return new VerifierFailure('chain', message);
}

/** An internal error of the verifier is reported in one line like any other: it is never a verdict. */
export function asFailure(error: unknown): VerifierFailure {
  if (error instanceof VerifierFailure) return error;
  return chainFailure(`internal fault: ${error instanceof Error ? error.message : error}`);
}

/** Makes foreign text safe for a terminal: one line, no control characters, bounded. */
export function foreignText(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return flat.length > 200 ? `${flat.slice(0, 200)}…` : flat;
}
