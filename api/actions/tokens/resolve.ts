import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import {
  isActiveNft,
  NAME_PROGRAM_ID,
  NAME_TOKENIZER_ID,
  nameAddresses,
  recordWallet,
  registryOwner,
  signedRecordWallet,
} from '../../../idl/name-service.ts';
import { isOnCurve } from '../../../idl/pda.ts';
import type { Resolved } from '../../../schemas/mcp/tokens.ts';
import type { VenueAsker } from '../../venues/venue.ts';
import { chainOf, type TokensContext } from './context.ts';
import { hasSymbol } from './known.ts';

/** An address, and how it was found if the caller gave something else. */
export interface Found {
  readonly address: Pubkey;
  readonly resolved: Resolved[];
}

const MOST_NAMED = 5;
const NAME_SERVICE = 'Solana Name Service';

/** @throws TOKEN_UNKNOWN, TOKEN_AMBIGUOUS, and those of the provider's search */
export async function resolveMint(
  { known, market }: Pick<TokensContext, 'known' | 'market'>,
  given: string,
  asker: VenueAsker,
): Promise<Found> {
  if (isPubkey(given)) return { address: given, resolved: [] };
  const vouched = known.filter((token) => hasSymbol(token, given));
  if (vouched.length > 0) return onlyOne(given, vouched);
  const listed = market === undefined ? [] : await market.search(given, asker);
  const by = market?.source ?? '';
  return onlyOne(
    given,
    listed.filter((token) => hasSymbol(token, given)).map(({ mint }) => ({ mint, by })),
  );
}

function onlyOne(
  token: string,
  candidates: readonly { readonly mint: Pubkey; readonly by: string }[],
): Found {
  const [first, ...others] = candidates;
  if (first === undefined) throw new LaunchlensError('TOKEN_UNKNOWN', { token });
  if (others.length === 0) {
    return { address: first.mint, resolved: [{ given: token, address: first.mint, by: first.by }] };
  }
  const named = candidates.slice(0, MOST_NAMED).map(({ mint, by }) => `${mint} (${by})`);
  const more = candidates.length > MOST_NAMED ? ` and ${candidates.length - MOST_NAMED} more` : '';
  throw new LaunchlensError('TOKEN_AMBIGUOUS', { token, candidates: `${named.join(', ')}${more}` });
}

/** A wallet, or the wallet that a `.sol` name means. @throws NAME_UNRESOLVED, CHAIN_READER_MISSING, CHAIN_UNREADABLE */
export async function resolveWallet(context: TokensContext, given: string): Promise<Found> {
  if (isPubkey(given)) return { address: given, resolved: [] };
  const address = await walletOfName(context, given);
  return { address, resolved: [{ given, address, by: NAME_SERVICE }] };
}

/** In the order of SNS-IP-5. A case that needs trust in somebody else is refused. */
async function walletOfName(context: TokensContext, name: string): Promise<Pubkey> {
  const unresolved = (reason: string) => new LaunchlensError('NAME_UNRESOLVED', { name, reason });
  const label = name.toLowerCase().replace(/\.sol$/, '');
  const at = nameAddresses(label);
  const { held } = await chainOf(context).accounts([at.registry, at.nft, at.recordV1, at.recordV2]);
  const [registry, nft, recordV1, recordV2] = held;
  const owner = registry?.owner === NAME_PROGRAM_ID ? registryOwner(registry.data) : undefined;
  if (owner === undefined) throw unresolved('it is not registered on this cluster');
  if (nft?.owner === NAME_TOKENIZER_ID && isActiveNft(nft.data)) {
    throw unresolved('it is wrapped as a token, whose holder this service does not look up');
  }
  if (recordV2?.owner === NAME_PROGRAM_ID) {
    const wallet = recordWallet(recordV2.data, owner);
    if (wallet === 'unproven') throw unresolved('its record names a wallet that has not confirmed it');
    if (wallet !== 'stale') return wallet;
  }
  if (recordV1?.owner === NAME_PROGRAM_ID) {
    const wallet = signedRecordWallet(recordV1.data, at.recordV1, owner);
    if (wallet !== undefined) return wallet;
  }
  if (!isOnCurve(pubkeyBytes(owner))) throw unresolved('it belongs to a program and not to a wallet');
  return owner;
}
