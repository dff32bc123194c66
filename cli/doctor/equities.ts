import type { Check } from './check.ts';

/** Reports whether swaps can distinguish tokenized equities from other tokens. */
export const equitiesCheck: Check = {
  name: 'equity tokens',
  run: async ({ settings }) => {
    const { JUPITER_API_URL: jupiter, VENUE_STAKING_URL: staking, EQUITY_MINTS: mints } = settings;
    if (jupiter === undefined && staking === undefined) return undefined;
    if (mints !== undefined) return { ok: true, detail: `EQUITY_MINTS names ${mints.length}` };
    return {
      ok: false,
      detail: 'swaps are configured without EQUITY_MINTS, so owners in any country can swap equity tokens',
      remedy: 'set EQUITY_MINTS to the mints of tokenized equities, or to none',
    };
  },
};
