import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_DECIMALS, NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { type MintFacts, readMint } from '../../../idl/spl-mint.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';

const NATIVE: MintFacts = {
  ...{ supply: 0n, decimals: NATIVE_DECIMALS, mintAuthority: undefined, freezeAuthority: undefined },
  extensions: new Map(),
};

/** What a mint says about itself; undefined for an account that is not a mint of a token program. */
export function mintFacts(mint: Pubkey, held: ChainAccount['held']): MintFacts | undefined {
  const programs: readonly string[] = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID];
  if (held !== undefined && programs.includes(held.owner)) return readMint(held.data);
  return mint === NATIVE_MINT ? NATIVE : undefined;
}
