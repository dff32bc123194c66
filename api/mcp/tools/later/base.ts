import { ADDITION, INDEX_READ, OUTSIDE_READ, REMOVAL, SETTING } from '../../catalogue/hints.ts';
import { laterTools } from './define.ts';

/** Scope read by the specification's table, and yet not read-only: stopping a wallet needs no more than any credential. */
export const SAFETY_TOOLS = laterTools({ scope: 'read', toolset: 'safety', hints: REMOVAL }, [
  [
    'kill_wallet',
    'Kill switch',
    "Stops every agent of the owner's wallet at once: value-bearing calls of all its credentials are refused until resume_wallet.",
  ],
  [
    'pause_wallet',
    'Pause the wallet',
    "Pauses the owner's wallet: value-bearing calls of its credentials are refused until resume_wallet. Reads go on.",
    SETTING,
  ],
]);

export const QUOTE_TOOLS = laterTools({ scope: 'quote', toolset: 'quotes', hints: OUTSIDE_READ }, [
  ['equity_quote', 'Equity quote', 'Quotes a route for a tokenized equity. It executes nothing.'],
  ['get_quotes', 'Swap quotes', 'Quotes routes for a swap of two tokens, side by side. It executes nothing.'],
]);

export const INTENT_TOOLS = laterTools({ scope: 'intent', toolset: 'intents', hints: ADDITION }, [
  [
    'create_execution_intent',
    'Propose an execution',
    'Proposes an action for the owner to look at and sign later in their browser wallet. It signs and moves nothing.',
  ],
  [
    'get_intent_status',
    'Status of an intent',
    'Tells whether the owner has signed, declined or left open an execution intent.',
    INDEX_READ,
  ],
]);
