import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { LaunchlensError } from './errors/error.ts';

const WORDS: ReadonlySet<string> = new Set(wordlist);
/** The shortest seed phrase. Ordinary text does not have that many words of the list in a row. */
const SHORTEST_PHRASE = 12;
const KEYPAIR_BYTES = 64;

const NAMED = /(?:private|secret)_?key|seed(?:_?phrase)?$|mnemonic|passphrase/i;
const MARKED = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,}/;
const NUMBERS = /\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){31,63}\s*\]/;
const HEX_KEY = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i;

/** Runs of an alphabet, and the lengths of an encoded key pair in it. */
const ENCODINGS = [
  { run: /[1-9A-HJ-NP-Za-km-z]{80,}/g, most: 90, decode: (text: string) => base58.decode(text) },
  { run: /[A-Za-z0-9+/_-]{86,}/g, most: 86, decode: (text: string) => Buffer.from(text, 'base64') },
  { run: /[0-9a-f]{128,}/gi, most: 128, decode: (text: string) => Buffer.from(text, 'hex') },
] as const;

/** Limits of one search. Each check of a key pair takes an Ed25519 multiplication, about half a millisecond. */
export const SECRET_SEARCH = {
  /** Characters of all strings and names. The longest legitimate arguments of tools have about half as many. */
  characters: 128 * 1024,
  /** Strings as long as an encoded key pair, such as signatures. */
  keyLengths: 32,
} as const;

export interface SecretSearch {
  /** Also treats 32 bytes in hex as a key; elsewhere they are as likely a digest. */
  readonly hexKeys: boolean;
}

/** @throws SECRET_REFUSED, ARGUMENTS_TOO_LARGE for a value that is too large to be searched */
export function refuseSecrets(value: unknown, search: SecretSearch): void {
  if (new Search(search).finds(value)) throw new LaunchlensError('SECRET_REFUSED', {});
}

/**
 * Searches one JSON value for anything shaped like a private key or a seed phrase. A signature is as long as a
 * key pair, but in a key pair the second half is the public key of the first.
 */
class Search {
  readonly #hexKeys: boolean;
  #characters = 0;
  #keyLengths = 0;

  constructor({ hexKeys }: SecretSearch) {
    this.#hexKeys = hexKeys;
  }

  finds(value: unknown): boolean {
    const open: unknown[] = [value];
    while (open.length > 0) {
      const next = open.pop();
      if (typeof next === 'string' && this.#isSecret(next)) return true;
      if (typeof next !== 'object' || next === null) continue;
      if (Array.isArray(next) && isKeyBytes(next)) return true;
      for (const [name, member] of Object.entries(next)) {
        this.#read(name);
        if (typeof member === 'string' && member !== '' && !Array.isArray(next) && NAMED.test(name))
          return true;
        open.push(member);
      }
    }
    return false;
  }

  #isSecret(text: string): boolean {
    this.#read(text);
    return (
      MARKED.test(text) ||
      NUMBERS.test(text) ||
      (this.#hexKeys && HEX_KEY.test(text)) ||
      holdsPhrase(text) ||
      this.#holdsKeyPair(text)
    );
  }

  #holdsKeyPair(text: string): boolean {
    for (const { run, most, decode } of ENCODINGS) {
      for (const [found] of text.matchAll(run)) {
        if (found.length <= most && this.#isKeyPair(decode(found))) return true;
      }
    }
    return false;
  }

  #isKeyPair(bytes: Uint8Array): boolean {
    this.#keyLengths += 1;
    requireWithin(this.#keyLengths, 'keyLengths', 'texts as long as a key');
    return isKeyPair(bytes);
  }

  #read({ length }: string): void {
    this.#characters += length;
    requireWithin(this.#characters, 'characters', 'characters');
  }
}

function requireWithin(count: number, limit: keyof typeof SECRET_SEARCH, of: string): void {
  const most = SECRET_SEARCH[limit];
  if (count > most) throw new LaunchlensError('ARGUMENTS_TOO_LARGE', { most, of });
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
