import { EXECUTION } from '../../catalogue/hints.ts';
import { laterTools } from './define.ts';

export const PERPS_TOOLS = laterTools({ scope: 'perps', toolset: 'perps', hints: EXECUTION }, [
  ['cancel_perp_order', 'Cancel an order', 'Cancels an open order on a perpetual market.'],
  ['close_perp_position', 'Close a position', 'Closes a position on a perpetual market, wholly or in part.'],
  ['leverage_close', 'Close leverage', 'Closes a synthetic leveraged position.'],
  ['leverage_long', 'Leverage long', 'Opens a synthetic leveraged long position.'],
  ['perp_close', 'Close a perpetual', 'Closes a perpetual position.'],
  ['perp_modify', 'Modify a perpetual', 'Changes size or margin of a perpetual position.'],
  ['perp_open_long', 'Open a long', 'Opens a long perpetual position.'],
  ['perp_open_short', 'Open a short', 'Opens a short perpetual position.'],
  ['place_perp_order', 'Place an order', 'Places an order on a perpetual market.'],
  [
    'set_perp_tpsl',
    'Set exits',
    'Sets the prices at which a perpetual position takes its profit or stops its loss.',
  ],
  ['short_close', 'Close a short', 'Closes a synthetic short position.'],
  ['short_open', 'Open a synthetic short', 'Opens a synthetic short position.'],
]);
