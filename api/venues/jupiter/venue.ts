import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Settings } from '../../../core/kernel/settings/schema.ts';
import type { Venue } from '../venue.ts';
import { BORROW_PROGRAMS, createBorrow } from './borrow.ts';
import { createLend, LEND_PROGRAMS } from './lend.ts';
import { createOrders, ORDER_PROGRAMS } from './orders.ts';
import { PERPS_PROGRAMS } from './perps/venue.ts';
import type { JupiterOptions } from './swap-terms.ts';
import { createSwapV1 } from './swap-v1.ts';
import { createSwapV2 } from './swap-v2.ts';

const SWAP_PATH = /\/swap\/v[12]$/;

/** Why a program in `JUPITER_PROGRAMS` is of no use with the other settings; undefined if each one is of use. */
export function idleProgram(settings: Settings): string | undefined {
  const { JUPITER_PROGRAMS: programs = [], JUPITER_API_URL: url = '', SOLANA_CLUSTER: cluster } = settings;
  const ofPerps = programs.find((program) => PERPS_PROGRAMS.includes(program));
  if (ofPerps !== undefined && settings.SOLANA_RPC_URL === undefined)
    return `${ofPerps} is read from a node, and SOLANA_RPC_URL is not set`;
  if (ofPerps !== undefined && cluster !== 'mainnet-beta')
    return `${ofPerps} is on mainnet-beta, and SOLANA_CLUSTER is ${cluster}`;
  const ofApis = [...ORDER_PROGRAMS, ...LEND_PROGRAMS, ...BORROW_PROGRAMS];
  const belowApi = programs.find((program) => ofApis.includes(program));
  if (belowApi === undefined || SWAP_PATH.test(url)) return undefined;
  return `${belowApi} is asked for below JUPITER_API_URL, which does not end in /swap/v1 or /swap/v2`;
}

/** Which version of its swap API is spoken follows from the end of its URL. */
export function createJupiter(options: JupiterOptions): Venue {
  return options.url.endsWith('/swap/v2') ? createSwapV2(options) : createSwapV1(options);
}

/** Swaps, and standing orders, deposits and loans if their programs are named; none calls the programs of another. */
export function jupiterVenues({ url, programs, ...others }: JupiterOptions): readonly Venue[] {
  const named = (own: readonly Pubkey[]) => programs.filter((program) => own.includes(program));
  const apart = [...ORDER_PROGRAMS, ...LEND_PROGRAMS, ...BORROW_PROGRAMS, ...PERPS_PROGRAMS];
  const forSwaps = programs.filter((program) => !apart.includes(program));
  const swaps = createJupiter({ ...others, url, programs: forSwaps });
  if (!SWAP_PATH.test(url)) return [swaps];
  const below = { ...others, url: url.replace(SWAP_PATH, '') };
  const [forOrders, forDeposits] = [named(ORDER_PROGRAMS), named(LEND_PROGRAMS)];
  const forLoans = named(BORROW_PROGRAMS);
  return [
    swaps,
    ...(forOrders.length === 0 ? [] : [createOrders({ ...below, programs: forOrders })]),
    ...(forDeposits.length === 0 ? [] : [createLend({ ...below, programs: forDeposits })]),
    ...(forLoans.length === 0 ? [] : [createBorrow({ ...below, programs: forLoans })]),
  ];
}
