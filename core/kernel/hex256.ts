/** A number modulo 2^256 as 64 hexadecimal digits: how sums of SHA-256 digests are written. */
export function hex256(value: bigint): string {
  return BigInt.asUintN(256, value).toString(16).padStart(64, '0');
}
