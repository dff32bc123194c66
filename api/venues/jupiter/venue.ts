import type { Venue } from '../venue.ts';
import { createOrders, ORDER_PROGRAMS } from './orders.ts';
import type { JupiterOptions } from './swap-terms.ts';
import { createSwapV1 } from './swap-v1.ts';
import { createSwapV2 } from './swap-v2.ts';

const SWAP_PATH = /\/swap\/v[12]$/;

/** Which version of its swap API is spoken follows from the end of its URL. */
export function createJupiter(options: JupiterOptions): Venue {
  return options.url.endsWith('/swap/v2') ? createSwapV2(options) : createSwapV1(options);
}

/** Swaps, and standing orders if their programs are named; the two never call each other's programs. */
export function jupiterVenues({ url, programs, ...others }: JupiterOptions): readonly Venue[] {
  const forOrders = programs.filter((program) => ORDER_PROGRAMS.includes(program));
  const forSwaps = programs.filter((program) => !ORDER_PROGRAMS.includes(program));
  const swaps = createJupiter({ ...others, url, programs: forSwaps });
  if (forOrders.length === 0 || !SWAP_PATH.test(url)) return [swaps];
  return [swaps, createOrders({ ...others, url: url.replace(SWAP_PATH, ''), programs: forOrders })];
}
