import type { Settings } from '../../core/kernel/settings/schema.ts';

/** What a server allows in one subscription. Operators choose the figures, so they differ by provider and plan. */
export interface StreamLimits {
  /** Keys in one filter. */
  readonly keys: number;
  /** Filters of one kind, such as accounts, in one stream. */
  readonly filters: number;
}

export const NO_LIMITS: StreamLimits = { keys: Number.POSITIVE_INFINITY, filters: Number.POSITIVE_INFINITY };

type LimitSettings = Pick<Settings, 'YELLOWSTONE_MAX_KEYS' | 'YELLOWSTONE_MAX_FILTERS'>;

/** The limits that the operator knows. */
export function limitsOf(settings: LimitSettings): StreamLimits {
  const {
    YELLOWSTONE_MAX_KEYS: keys = NO_LIMITS.keys,
    YELLOWSTONE_MAX_FILTERS: filters = NO_LIMITS.filters,
  } = settings;
  return { keys, filters };
}

/** The refusals of Yellowstone servers and of Richat, which name the figure that was exceeded. */
const REFUSAL = /Max amount of (filters|Pubkeys)\S* (?:is )?reached, only (\d+) allowed/i;

/** The limits with the one that a refusal names; undefined if it names none or none below what is known. */
export function learnedLimits(known: StreamLimits, refusal: string): StreamLimits | undefined {
  const [, subject = '', figure] = REFUSAL.exec(refusal) ?? [];
  const name = subject.toLowerCase() === 'filters' ? 'filters' : 'keys';
  const allowed = Number(figure);
  return allowed >= 1 && allowed < known[name] ? { ...known, [name]: allowed } : undefined;
}
