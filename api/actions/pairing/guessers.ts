import { createHmac } from 'node:crypto';
import { networksOf } from '../../access/client-network.ts';
import type { Guesser } from '../../state/pairings/code-guesses.ts';

/** Wrong codes per client and window. */
const MOST_OF_A_CLIENT = 10;

/** The keys for counting an address's wrong codes: hashes of its networks. */
export function guessersOf(key: Uint8Array, address: string): Guesser[] {
  return networksOf(address).map(({ name, clients }) => ({
    id: createHmac('sha256', key).update(`address ${name}`).digest('hex'),
    most: MOST_OF_A_CLIENT * clients,
  }));
}
