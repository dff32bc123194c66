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
  return (
    readMetadataExtension(mint?.extensions.get(METADATA_EXTENSION)) ??
    (account && readMetadata(account.owner as Pubkey, account.data))
  );
}

/** A name that a token chose for itself; null if it is empty or made to deceive a reader. */
export function shownName(name: string | undefined): string | null {
  const read = visibleText.safeParse(name?.trim());
  return read.success ? read.data : null;
}
