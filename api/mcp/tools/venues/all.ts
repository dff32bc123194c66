import type { Tool } from '../../catalogue/tool.ts';
import { bridgeIn, bridgeOut, evmSwap, offrampToFiat } from './elsewhere.ts';
import { tradeEquity } from './equity.ts';
import { flashLoan, lendBorrow, lendDeposit, lendRepay } from './lending.ts';
import { cancelPerpOrder, placePerpOrder, setPerpTpsl } from './perps-orders.ts';
import {
  closePerpPosition,
  leverageClose,
  leverageLong,
  perpClose,
  perpModify,
  perpOpenLong,
  perpOpenShort,
  shortClose,
  shortOpen,
} from './perps-positions.ts';
import { equityQuote, getQuotes } from './quotes.ts';
import { jupiterSwap, liquidStake, lstSwap, unstakeLst } from './swaps.ts';

/** Venue tools, by scope. */
export const QUOTE_TOOLS: readonly Tool[] = [equityQuote, getQuotes];

export const VENUE_TRADE_TOOLS: readonly Tool[] = [
  bridgeIn,
  bridgeOut,
  evmSwap,
  flashLoan,
  jupiterSwap,
  lendBorrow,
  lendDeposit,
  lendRepay,
  liquidStake,
  lstSwap,
  offrampToFiat,
  unstakeLst,
];

export const PERPS_TOOLS: readonly Tool[] = [
  cancelPerpOrder,
  closePerpPosition,
  leverageClose,
  leverageLong,
  perpClose,
  perpModify,
  perpOpenLong,
  perpOpenShort,
  placePerpOrder,
  setPerpTpsl,
  shortClose,
  shortOpen,
];

export const EQUITY_TOOLS: readonly Tool[] = [tradeEquity];
