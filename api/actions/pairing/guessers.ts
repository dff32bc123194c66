import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Guesser } from '../../state/pairings/code-guesses.ts';

interface Bound {
  /** Length of the network's prefix. */
  readonly bits: number;
  /** Wrong codes in a window. */
  readonly most: number;
}

/**
 * Larger networks may have more, and far less than all of their parts could: one host has a whole /64 of IPv6, one line
 * often a /56 or a /48, and whoever holds a block of addresses shall not use up what all have together.
 */
const BOUNDS: Readonly<Record<'ipv4' | 'ipv6', readonly Bound[]>> = {
  ipv4: [
    { bits: 32, most: 10 },
    { bits: 24, most: 100 },
    { bits: 16, most: 1000 },
  ],
  ipv6: [
    { bits: 64, most: 10 },
    { bits: 56, most: 30 },
    { bits: 48, most: 100 },
    { bits: 32, most: 1000 },
  ],
};
/** Of what is no address, such as that of a connection that is gone. */
const MOST_OF_NO_ADDRESS = 10;

/** By which wrong codes of an address are counted: hashes of the networks that it is in. */
export function guessersOf(key: Uint8Array, address: string): Guesser[] {
  if (isIP(address) === 0) return [{ id: hashOf(key, address), most: MOST_OF_NO_ADDRESS }];
  // An address of IPv4 that comes mapped into IPv6 is the same one.
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return BOUNDS[parsed.kind()].map(({ bits, most }) => ({
    id: hashOf(key, `${parsed.kind()} ${bytes.slice(0, bits / 8).join('.')}`),
    most,
  }));
}

function hashOf(key: Uint8Array, network: string): string {
  return createHmac('sha256', key).update(`address ${network}`).digest('hex');
}
