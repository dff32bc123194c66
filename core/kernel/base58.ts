const ALPHABET = Buffer.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 'latin1');
const ZERO = ALPHABET[0] as number;
const WORD = 2 ** 16;

/** Digits are computed five at a time: products of 16-bit words and such limbs stay below 2^53, exact as doubles. */
const LIMB_DIGITS = 5;
const LIMB = 58 ** LIMB_DIGITS;

/**
 * Base58 for values of one length, several times faster than for any length: a precomputed table says what each
 * 16-bit word of a value adds to each limb of the text.
 * @param byteLength of every value: even, at most 64
 */
export function fixedBase58(byteLength: number): (bytes: Uint8Array) => string {
  const words = new Float64Array(byteLength / 2);
  const limbs = limbWorths(words.length);
  const text = Buffer.alloc(limbs.length * LIMB_DIGITS);

  return (bytes) => {
    for (let at = 0; at < words.length; at += 1) {
      words[at] = ((bytes[2 * at] as number) << 8) | (bytes[2 * at + 1] as number);
    }
    let carry = 0;
    for (let limb = limbs.length - 1; limb >= 0; limb -= 1) {
      const sum = carry + product(words, limbs[limb] as Float64Array);
      carry = Math.floor(sum / LIMB);
      writeLimb(text, limb * LIMB_DIGITS, sum - carry * LIMB);
    }
    // Each leading zero byte is one leading zero digit, whatever the rest of the number is.
    return text.toString('latin1', leading(text, ZERO) - leading(bytes, 0));
  };
}

/** For each limb, most significant first: what a one in each word, most significant first, adds to it. */
function limbWorths(words: number): Float64Array[] {
  const limbs = Math.ceil((16 * words) / Math.log2(LIMB));
  return Array.from({ length: limbs }, (_, limb) =>
    Float64Array.from({ length: words }, (_, word) => {
      const worth = BigInt(WORD) ** BigInt(words - 1 - word);
      return Number((worth / BigInt(LIMB) ** BigInt(limbs - 1 - limb)) % BigInt(LIMB));
    }),
  );
}

function product(words: Float64Array, worths: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < words.length; at += 1) sum += (words[at] as number) * (worths[at] as number);
  return sum;
}

function writeLimb(text: Buffer, start: number, limb: number): void {
  let rest = limb | 0;
  for (let at = start + LIMB_DIGITS - 1; at >= start; at -= 1) {
    const quotient = (rest / 58) | 0;
    text[at] = ALPHABET[rest - 58 * quotient] as number;
    rest = quotient;
  }
}

function leading(bytes: Uint8Array, value: number): number {
  let count = 0;
  while (count < bytes.length && bytes[count] === value) count += 1;
  return count;
}
