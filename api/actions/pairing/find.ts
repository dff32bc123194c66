import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { randomText } from '../../access/agents/base62.ts';
import type { Secrets } from '../../access/agents/secret.ts';
import { networksOf } from '../../access/client-network.ts';
import type { CodeGuesses, Guesser } from '../../state/pairings/code-guesses.ts';
import type { Pairing } from '../../state/pairings/pairing.ts';
import { type Pairings, pairingByUserCode } from '../../state/pairings/pairings.ts';
import type { SignInPlace } from '../sign-in/sign-in.ts';

export interface PairingContext {
  readonly pairings: Pairings;
  readonly guesses: CodeGuesses;
  readonly secrets: Pick<Secrets, 'make'>;
  /** Hides user codes and addresses at rest; the same in every process over the store. */
  readonly codeKey: Uint8Array;
  readonly place: () => SignInPlace;
  readonly clock: Clock;
}

/** No vowels, so that no words appear, and no easily confused characters. */
const USER_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;
/** In base 62: 261 bits. */
const DEVICE_LENGTH = 44;

export function newDeviceCode(): string {
  return randomText(DEVICE_LENGTH);
}

/** What the owner compares, as `XXXX-XXXX`. */
export function newUserCode(): string {
  return shownUserCode(randomText(2 * HALF, USER_ALPHABET));
}

/** A user code in its display form, however it was typed. */
function shownUserCode(typed: string): string {
  const letters = typed.replace('-', '').toUpperCase();
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}

export function deviceHash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Keyed with the service's key: all codes could be tried against a plain hash within a minute. */
export function userCodeHash(key: Uint8Array, shown: string): string {
  return createHmac('sha256', key).update(`user code ${shown}`).digest('hex');
}

const MOST_OF_A_CLIENT = 10;

/** The keys for counting an address's wrong codes: hashes of its networks. */
export function guessersOf(key: Uint8Array, address: string): Guesser[] {
  return networksOf(address).map(({ name, clients }) => ({
    id: createHmac('sha256', key).update(`address ${name}`).digest('hex'),
    most: MOST_OF_A_CLIENT * clients,
  }));
}

/** Who enters which code. */
export interface ShownCode {
  readonly typed: string;
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
