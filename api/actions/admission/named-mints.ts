import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { hasSymbol, type KnownToken } from '../tokens/known.ts';
import type { Values } from './call.ts';

const IS_MINT = /(^|_)mint$/;
const ARE_MINTS = /(^|_)mints$/;
/** Of an action's arguments, its plan, a list in it, and what is listed: none is deeper. */
const MOST_LEVELS = 6;
const SYMBOL = /^[A-Za-z0-9$]{1,16}$/;

/**
 * Arguments with the mint in place of each symbol that the operator or this service vouches for; others stay as they are.
 * Nobody is asked: what a call moves must not depend on a provider's word.
 * @throws TOKEN_AMBIGUOUS
 */
export function withMints(raw: unknown, known: readonly KnownToken[], levels = MOST_LEVELS): unknown {
  if (levels === 0) return raw;
  // Of weights, rules and limits.
  if (Array.isArray(raw)) return raw.map((one) => withMints(one, known, levels - 1));
  if (!isObject(raw)) return raw;
  const entries = Object.entries(raw).map(([name, value]) => {
    if (IS_MINT.test(name) && typeof value === 'string') return [name, mintOf(value, known)];
    if (!ARE_MINTS.test(name) || !Array.isArray(value)) return [name, withMints(value, known, levels - 1)];
    return [name, value.map((one) => (typeof one === 'string' ? mintOf(one, known) : one))];
  });
  return Object.fromEntries(entries);
}

function mintOf(given: string, known: readonly KnownToken[]): string {
  if (!SYMBOL.test(given)) return given;
  const candidates = known.filter((token) => hasSymbol(token, given));
  const [first, ...others] = candidates;
  if (first === undefined) return given;
  if (others.length === 0) return first.mint;
  const named = candidates.map(({ mint, by }) => `${mint} (${by})`).join(', ');
  throw new LaunchlensError('TOKEN_AMBIGUOUS', { token: given, candidates: named });
}

function isObject(raw: unknown): raw is Values {
  return typeof raw === 'object' && raw !== null;
}
