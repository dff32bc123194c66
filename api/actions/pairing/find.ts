import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pairing } from '../../state/pairings/pairing.ts';
import { pairingByUserCode } from '../../state/pairings/pairings.ts';
import { shownUserCode, userCodeHash } from './codes.ts';
import type { PairingContext } from './context.ts';
import { guessersOf } from './guessers.ts';

/** Who enters which code. */
export interface ShownCode {
  readonly typed: string;
  /** Address of the request. */
  readonly address: string;
}

export interface FoundPairing {
  readonly pairing: Pairing;
  readonly userCode: string;
}

/**
 * The pairing of a code, if the caller may know of it: any other code counts as wrong, indistinguishably. @throws
 * PAIRING_UNKNOWN, CODE_GUESSES_EXCEEDED
 */
export async function findPairing(
  { guesses, codeKey, clock }: PairingContext,
  { typed, address }: ShownCode,
  mayHearOf: (found: FoundPairing) => boolean,
): Promise<FoundPairing> {
  const userCode = shownUserCode(typed);
  const now = clock.now();
  const { found, ...outcome } = await guesses.guess({
    guessers: guessersOf(codeKey, address),
    now,
    look: async (queries) => {
      const pairing = await pairingByUserCode(queries, userCodeHash(codeKey, userCode));
      if (!pairing || pairing.expiresAt <= now) return undefined;
      return mayHearOf({ pairing, userCode }) ? { pairing, userCode } : undefined;
    },
  });
  if (found) return found;
  if ('waitMs' in outcome && outcome.waitMs !== undefined) {
    throw new LaunchlensError('CODE_GUESSES_EXCEEDED', { seconds: Math.ceil(outcome.waitMs / 1000) });
  }
  throw new LaunchlensError('PAIRING_UNKNOWN', {});
}
