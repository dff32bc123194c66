import type { Clock } from '../../../core/kernel/clock.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { metadataAddress } from '../../../idl/token-metadata.ts';
import type { NAME_SOURCES } from '../../../schemas/rest/token-names.ts';
import type { ChainAccounts } from '../../read/chain/transactions.ts';
import { mintFacts } from './mint-facts.ts';
import { displayName, extensionMetadata, metadataOf } from './names.ts';

/** A token's own name, as far as it can be shown. */
export interface ReadName {
  readonly name: string | null;
  readonly symbol: string | null;
  /** Of its description off the chain; empty if it has none. */
  readonly uri: string;
  readonly namedBy: (typeof NAME_SOURCES)[number] | null;
  /** The slot of the node's answer. */
  readonly slot: bigint;
}

export interface NameReader {
  /** @throws CHAIN_UNREADABLE, CHAIN_READER_BUSY */
  names(mints: readonly Pubkey[]): Promise<ReadonlyMap<Pubkey, ReadName>>;
}

export interface NameReaderOptions {
  /** At most 100 accounts at one slot. */
  readonly accounts: (addresses: readonly Pubkey[]) => Promise<ChainAccounts>;
  readonly clock: Clock;
  readonly most?: number;
}

/** Creators may change a name, so it is read again. */
export const NAME_KEPT_MS = 10 * 60_000;
const MOST_KEPT = 10_000;

interface Kept {
  readonly read: ReadName;
  readonly atMs: number;
}

/** Names of tokens, kept for ten minutes, with those read longest ago given up first. */
export function createNameReader({ accounts, clock, most = MOST_KEPT }: NameReaderOptions): NameReader {
  const kept = new Map<Pubkey, Kept>();
  const isFresh = (mint: Pubkey): boolean => (kept.get(mint)?.atMs ?? -Infinity) + NAME_KEPT_MS > clock.now();
  return {
    names: async (mints) => {
      const wanted = [...new Set(mints)];
      const fresh = wanted.filter(isFresh).map((mint) => [mint, (kept.get(mint) as Kept).read] as const);
      const read = await readNames(
        accounts,
        wanted.filter((mint) => !isFresh(mint)),
      );
      for (const [mint, name] of read) {
        kept.delete(mint);
        kept.set(mint, { read: name, atMs: clock.now() });
      }
      for (const mint of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(mint);
      }
      return new Map([...fresh, ...read]);
    },
  };
}

async function readNames(
  accounts: NameReaderOptions['accounts'],
  mints: readonly Pubkey[],
): Promise<(readonly [Pubkey, ReadName])[]> {
  if (mints.length === 0) return [];
  const { slot, held } = await accounts([...mints, ...mints.map(metadataAddress)]);
  return mints.map((mint, index) => {
    const facts = mintFacts(mint, held[index]);
    const metadata = metadataOf(facts, held[mints.length + index]);
    const namedBy = metadata && (extensionMetadata(facts) ? 'mint_extension' : 'metadata_account');
    const name = displayName(metadata?.name);
    const uri = metadata?.uri ?? '';
    return [mint, { name, symbol: displayName(metadata?.symbol), uri, namedBy: namedBy ?? null, slot }];
  });
}
