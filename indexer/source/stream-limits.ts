/** What a server allows in one subscription. Operators choose the figures, so they differ by provider and plan. */
export interface StreamLimits {
  /** Keys in one filter. */
  readonly keys: number;
  /** Filters of one kind, such as accounts, in one stream. */
  readonly filters: number;
}

export const NO_LIMITS: StreamLimits = { keys: Number.POSITIVE_INFINITY, filters: Number.POSITIVE_INFINITY };

/** The refusals of Yellowstone servers and of Richat, which name the figure that was exceeded. */
const REFUSAL = /Max amount of (filters|Pubkeys)\S* (?:is )?reached, only (\d+) allowed/i;

/** The limits with the one that a refusal names; undefined if it names none or none below what is known. */
export function learnedLimits(known: StreamLimits, refusal: string): StreamLimits | undefined {
  const [, subject = '', figure] = REFUSAL.exec(refusal) ?? [];
  const name = subject.toLowerCase() === 'filters' ? 'filters' : 'keys';
  const allowed = Number(figure);
  return allowed >= 1 && allowed < known[name] ? { ...known, [name]: allowed } : undefined;
}
