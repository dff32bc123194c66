import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { askVenue } from '../ask.ts';
import type { Venue } from '../venue.ts';
import { BORROW_LISTS, borrowList, JUPITER_BORROW } from './borrow-lists.ts';
import { endpointOf, type JupiterOptions } from './swap-terms.ts';

/** Lend's vaults. No transaction of theirs is built. */
export const BORROW_PROGRAMS: readonly Pubkey[] = [
  parsePubkey('jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi'),
];
/** It answers all vaults at once, each with its limits and sources of prices. */
const LARGEST_BODY = 4 * 1024 * 1024;

/**
 * Loans against collateral, by the Borrow part of Jupiter's Lend API of version 1, below the URL without the path of its
 * swap API. They are only listed.
 * https://developers.jup.ag/docs/lend/borrow/api
 */
export function createBorrow(options: JupiterOptions): Venue {
  const ask = askVenue({ ...endpointOf(options), venue: JUPITER_BORROW, largestBody: LARGEST_BODY });
  return {
    ...{ name: JUPITER_BORROW, kind: 'borrow', programs: options.programs, lists: BORROW_LISTS },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    list: (list, request, signal) => borrowList(ask, { ...request, list }, signal),
  };
}
