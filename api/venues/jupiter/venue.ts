import type { Venue } from '../venue.ts';
import type { JupiterOptions } from './swap-terms.ts';
import { createSwapV1 } from './swap-v1.ts';
import { createSwapV2 } from './swap-v2.ts';

/** Which version of its swap API is spoken follows from the end of its URL. */
export function createJupiter(options: JupiterOptions): Venue {
  return options.url.endsWith('/swap/v2') ? createSwapV2(options) : createSwapV1(options);
}
