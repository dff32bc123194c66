import { type Clock, systemClock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { SettingName, Settings } from '../../core/kernel/settings/schema.ts';
import type { RpcLimit } from '../../core/rpc/rate-limit.ts';
import type { GatedMarket } from '../../core/rules/restricted-markets.ts';
import { type VenueKind as ProtocolKind, VENUE_KINDS } from '../../schemas/venues/protocol.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import { accountsReader, askChain, programAccountsReader, readerOf } from '../read/chain/node.ts';
import { createHttpVenue } from './http-venue.ts';
import { JUPITER_BORROW } from './jupiter/borrow-lists.ts';
import { JUPITER_LEND } from './jupiter/lend-lists.ts';
import { JUPITER_ORDERS } from './jupiter/orders.ts';
import { JUPITER_PERPS } from './jupiter/perps/snapshot.ts';
import { createJupiterPerps, PERPS_PROGRAMS } from './jupiter/perps/venue.ts';
import { JUPITER } from './jupiter/swap-terms.ts';
import { jupiterVenues } from './jupiter/venue.ts';
import { createLinkVenue } from './link-venue.ts';
import type { Fits, Venue, VenueKind } from './venue.ts';

export interface Venues {
  /** The first configured one of some kinds, in order. @throws VENUE_NOT_CONFIGURED, naming the first */
  of(...kinds: readonly [VenueKind, ...VenueKind[]]): Venue;
  /** Undefined if none of these kinds is configured. */
  find(...kinds: readonly VenueKind[]): Venue | undefined;
  /** Undefined for a name that no longer exists here. */
  named(name: string): Venue | undefined;
  /** The restricted market that a trade of these tokens enters, by the operator's configuration; undefined for none. */
  marketOf(mints: readonly Pubkey[]): GatedMarket | undefined;
  /** The notice for traders while the operator has not configured which tokens are equities; undefined otherwise. */
  readonly equityNotice: string | undefined;
  readonly clock: Clock;
}

export interface VenuesOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly metrics?: LimitMetrics | undefined;
  readonly fits: Fits;
  /** The rate limit shared by everything in this process; defaults to that of the node's address. */
  readonly rpcLimit?: RpcLimit | undefined;
}

export function openVenues({ settings, clock, metrics, fits, rpcLimit }: VenuesOptions): Venues {
  const { JUPITER_API_URL: jupiterUrl, JUPITER_API_KEY: key, JUPITER_PROGRAMS: swapPrograms = [] } = settings;
  const jupiter =
    jupiterUrl === undefined
      ? []
      : jupiterVenues({ url: jupiterUrl, key, programs: swapPrograms, fits, clock, metrics });
  const others = VENUE_KINDS.flatMap((kind) => {
    const { url, link, ...named } = configured(settings, kind);
    if (url !== undefined) return [createHttpVenue({ kind, url, ...named, clock, metrics })];
    return link === undefined ? [] : [createLinkVenue({ kind, link })];
  });
  // The operator's own service comes before what is read from the chain.
  const perps = perpsOf(settings, { clock, metrics, limit: rpcLimit });
  return venuesOf([...jupiter, ...others, ...perps], clock, settings.EQUITY_MINTS);
}

interface OverNode extends Pick<VenuesOptions, 'clock' | 'metrics'> {
  readonly limit: RpcLimit | undefined;
}

/** On where its program is named, and a node to read its accounts from. */
function perpsOf(settings: Settings, { clock, metrics, limit }: OverNode): readonly Venue[] {
  const { JUPITER_PROGRAMS: programs = [], SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = settings;
  if (url === undefined || !programs.some((program) => PERPS_PROGRAMS.includes(program))) return [];
  const read = readerOf(askChain({ url, limit }, 'reads'));
  const accounts = accountsReader(read, commitment);
  const programAccounts = programAccountsReader(read, commitment);
  return [createJupiterPerps({ accounts, programAccounts, clock, metrics })];
}

const EQUITY_NOTICE =
  'EQUITY_MINTS is not set, so trades are not checked for tokenized equities, which some countries restrict.';

/** @param equities tokens that are tokenized equities, whatever tool trades them; undefined if not configured */
export function venuesOf(venues: readonly Venue[], clock: Clock, equities?: readonly Pubkey[]): Venues {
  const find = (...kinds: readonly VenueKind[]) =>
    kinds.map((kind) => venues.find((venue) => venue.kind === kind)).find((venue) => venue !== undefined);
  return {
    ...{ find, clock },
    of: (...kinds) => {
      const venue = find(...kinds);
      if (venue !== undefined) return venue;
      throw new LaunchlensError('VENUE_NOT_CONFIGURED', {
        venue: kinds[0],
        setting: kinds.map(settingOf).join(' or '),
      });
    },
    named: (name) => venues.find((venue) => venue.name === name),
    marketOf: (mints) => (mints.some((mint) => equities?.includes(mint)) ? 'equity' : undefined),
    equityNotice: equities === undefined ? EQUITY_NOTICE : undefined,
  };
}

/** Every possible venue name, configured or not. */
export const VENUE_NAMES: readonly string[] = [
  JUPITER,
  JUPITER_ORDERS,
  JUPITER_LEND,
  JUPITER_BORROW,
  JUPITER_PERPS,
  ...VENUE_KINDS,
];

export const NO_VENUES: Venues = venuesOf([], systemClock);

function settingOf(kind: VenueKind): SettingName {
  // The orders, deposits and loans of Jupiter are on where its programs for them are named.
  if (kind === 'orders' || kind === 'earn' || kind === 'borrow') return 'JUPITER_PROGRAMS';
  return kind === 'swap' ? 'JUPITER_API_URL' : `VENUE_${upper(kind)}_URL`;
}

/** The same for a venue by its name; an unknown name is returned unchanged. */
export function settingNamed(name: string): string {
  if (name === JUPITER) return settingOf('swap');
  if (name === JUPITER_ORDERS) return settingOf('orders');
  if (name === JUPITER_LEND) return settingOf('earn');
  if (name === JUPITER_BORROW) return settingOf('borrow');
  if (name === JUPITER_PERPS) return 'JUPITER_PROGRAMS or SOLANA_RPC_URL';
  const kind = VENUE_KINDS.find((one) => one === name);
  return kind ? settingOf(kind) : name;
}

/** The setting for the programs of a venue of a kind. */
export function programsSettingOf(kind: VenueKind): SettingName {
  const isOfJupiter = kind === 'swap' || kind === 'orders' || kind === 'earn' || kind === 'borrow';
  return isOfJupiter ? 'JUPITER_PROGRAMS' : `VENUE_${upper(kind)}_PROGRAMS`;
}

function configured(settings: Settings, kind: ProtocolKind) {
  return {
    url: settings[`VENUE_${upper(kind)}_URL`],
    token: settings[`VENUE_${upper(kind)}_TOKEN`],
    programs: settings[`VENUE_${upper(kind)}_PROGRAMS`] ?? [],
    link: kind === 'bridge' || kind === 'offramp' ? settings[`VENUE_${upper(kind)}_LINK`] : undefined,
  };
}

function upper<Kind extends ProtocolKind>(kind: Kind): Uppercase<Kind> {
  return kind.toUpperCase() as Uppercase<Kind>;
}
