import { TOKEN_2022_KIND } from '../../../idl/spl-token.ts';

/** A mint's withheld fee in the account, and a flag that is set only during transfers. */
const CHANGED_BY_TRANSFERS: readonly number[] = [2, 15];
const HEADER_BYTES = 4;

/**
 * The Token-2022 extensions that a token account's owner sets, as comparable text. Extensions that transfers change are
 * omitted.
 */
export function ownersExtensions(data: Uint8Array): string {
  const view = Buffer.from(data);
  const kept: string[] = [];
  let at = TOKEN_2022_KIND.at + 1;
  while (at + HEADER_BYTES <= view.length) {
    const [type, length] = [view.readUInt16LE(at), view.readUInt16LE(at + 2)];
    if (type === 0) break;
    const end = at + HEADER_BYTES + length;
    if (!CHANGED_BY_TRANSFERS.includes(type)) kept.push(view.subarray(at, end).toString('hex'));
    at = end;
  }
  return kept.toSorted().join(' ');
}
