import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS: ReadonlySet<string> = new Set(wordlist);
/** The shortest seed phrase. Text that people write has no such run of words of the list. */
const SHORTEST_PHRASE = 12;
const KEYPAIR_BYTES = 64;

const NAMED = /(?:private|secret)_?key|seed(?:_?phrase)?$|mnemonic|passphrase/i;
const MARKED = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,}/;
const NUMBERS = /\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){31,63}\s*\]/;
const BASE58_PAIR = /[1-9A-HJ-NP-Za-km-z]{80,90}/g;
const BASE64_PAIR = /[A-Za-z0-9+/_-]{86}(?:==)?/g;
const HEX_PAIR = /[0-9a-f]{128}/gi;
const HEX_KEY = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i;

export interface SecretSearch {
  /** Takes 32 bytes in hex for a key too, which elsewhere are as likely a digest. */
  readonly hexKeys: boolean;
}

/**
 * Whether a JSON value holds something shaped like a private key or a seed phrase. A signature has the length of a
 * key pair; it is told from one because the second half of a pair is the public key of the first.
 */
export function holdsSecret(value: unknown, search: SecretSearch): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && isSecret(next, search)) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && isKeyBytes(next)) return true;
    for (const [name, member] of Object.entries(next)) {
      if (typeof member === 'string' && member !== '' && !Array.isArray(next) && NAMED.test(name))
        return true;
      open.push(member);
    }
  }
  return false;
}

function isSecret(text: string, { hexKeys }: SecretSearch): boolean {
  return (
    MARKED.test(text) ||
    NUMBERS.test(text) ||
    (hexKeys && HEX_KEY.test(text)) ||
    pairs(text, BASE58_PAIR, fromBase58) ||
    pairs(text, BASE64_PAIR, (token) => Buffer.from(token, 'base64')) ||
    pairs(text, HEX_PAIR, (token) => Buffer.from(token, 'hex')) ||
    holdsPhrase(text)
  );
}

function pairs(text: string, shape: RegExp, decode: (token: string) => Uint8Array): boolean {
  return [...text.matchAll(shape)].some(([token]) => isKeyPair(decode(token)));
}

function fromBase58(token: string): Uint8Array {
  return base58.decode(token);
}

function isKeyPair(bytes: Uint8Array): boolean {
  if (bytes.length !== KEYPAIR_BYTES) return false;
  const made = ed25519.getPublicKey(bytes.subarray(0, 32));
  return Buffer.from(made).equals(bytes.subarray(32));
}

function isKeyBytes(items: readonly unknown[]): boolean {
  const lengths = [32, KEYPAIR_BYTES];
  return (
    lengths.includes(items.length) && items.every((item) => Number.isInteger(item) && isByte(Number(item)))
  );
}

function isByte(value: number): boolean {
  return value >= 0 && value <= 255;
}

function holdsPhrase(text: string): boolean {
  let run = 0;
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    run = WORDS.has(word) ? run + 1 : 0;
    if (run >= SHORTEST_PHRASE) return true;
  }
  return false;
}
