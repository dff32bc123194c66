import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { addressAt } from '../../../core/rules/icon-hosts.ts';
import type { TokenNamesAnswer } from '../../../schemas/rest/token-names.ts';
import type { Answered, MirrorContext } from '../context.ts';
import { askFresh, type SlotRequest } from '../freshness.ts';
import { sourceStamp } from '../source-stamp.ts';
import { wireCount } from '../wire.ts';
import type { NameReader, ReadName } from './name-reader.ts';

export interface TokenNamesRequest extends Omit<SlotRequest, 'asOfSlot'> {
  readonly mints: readonly string[];
}

/**
 * What tokens call themselves; nothing without a node to ask.
 * @throws CHAIN_READER_BUSY, CHAIN_UNREADABLE and those of `askFresh`
 */
export async function tokenNames(
  { mirror, names: reader, iconHosts = [] }: MirrorContext,
  { mints, ...slots }: TokenNamesRequest,
): Promise<Answered<TokenNamesAnswer>> {
  const { stamp } = await askFresh(mirror, slots, (view) => view.current());
  const names = await reader?.names(mints.map((mint) => parsePubkey(mint)));
  const results = [...new Set(mints)].flatMap((text) => {
    const mint = parsePubkey(text);
    const read = names?.get(mint);
    if (read === undefined) return [];
    const { name, symbol, uri, namedBy, slot } = read;
    const metadata_uri = addressAt(iconHosts, uri) ?? null;
    return [{ mint, name, symbol, metadata_uri, named_by: namedBy, read_at_slot: wireCount(slot) }];
  });
  return { stamp, body: { source: sourceStamp(stamp), icon_hosts: [...iconHosts], results } };
}

/** As many as a node is asked for at once, with the account that names each. */
const NAMED_LAUNCHES = 50;

/** What the tokens of the newest launches call themselves. @throws CHAIN_READER_BUSY, CHAIN_UNREADABLE */
export async function namesOfLaunches(
  mirror: MirrorContext['mirror'],
  reader: NameReader,
): Promise<ReadonlyMap<Pubkey, ReadName>> {
  const { facts } = await askFresh(mirror, {}, (view) => view.launches({ limit: NAMED_LAUNCHES }));
  return reader.names(facts.launches.map(({ launch }) => launch.launchMint));
}
