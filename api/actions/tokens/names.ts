import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { MintFacts } from '../../../idl/spl-mint.ts';
import { readMetadata, readMetadataExtension, type TokenMetadata } from '../../../idl/token-metadata.ts';
import { visibleText } from '../../../schemas/rest/visible-text.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';

const METADATA_EXTENSION = 19;

/** What a token calls itself on the chain: its own extension, or the account of the Token Metadata program. */
export function metadataOf(
  mint: MintFacts | undefined,
  account: ChainAccount['held'],
): TokenMetadata | undefined {
  return extensionMetadata(mint) ?? (account && readMetadata(account.owner as Pubkey, account.data));
}

export function extensionMetadata(mint: MintFacts | undefined): TokenMetadata | undefined {
  return readMetadataExtension(mint?.extensions.get(METADATA_EXTENSION));
}

/** A name that a token chose for itself; null if it is empty or made to deceive a reader. */
export function shownName(name: string | undefined): string | null {
  const read = visibleText.safeParse(name?.trim());
  return read.success ? read.data : null;
}

/** Everything that Unicode lets a font ignore, and all that controls how text runs: overrides, isolates, controls. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** The same for pages, which show the mint next to it: without what nobody sees, and cut to the longest name. */
export function displayName(name: string | undefined): string | null {
  const visible = name?.replace(/\s+/gu, ' ').replaceAll(UNSEEN, '').trim();
  return shownName(visible && [...visible].slice(0, LONGEST_SHOWN).join(''));
}

/** Of Token Metadata 32 bytes are allowed; an extension may have any length. */
const LONGEST_SHOWN = 40;
