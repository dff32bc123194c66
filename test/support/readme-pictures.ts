import { resolve } from 'node:path';

export const PICTURES_DIRECTORY = resolve(import.meta.dirname, '../../docs/images');
/** In bytes: a reader of the README waits for it. */
export const LARGEST_PICTURE = 250_000;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Width and height of a PNG, in pixels. */
export function pngSize(bytes: Buffer): { readonly width: number; readonly height: number } {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('it is no PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
