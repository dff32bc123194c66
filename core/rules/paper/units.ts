/** Money is counted in 10^-6 of the quote currency, quantities in 10^-9 of the asset. */
export const MONEY_PLACES = 6;
export const QUANTITY_PLACES = 9;
/** Deep enough for any price that a data provider writes down, so that none is ever rounded. */
export const PRICE_PLACES = 30;

/** quantity · price / NOTIONAL_SCALE is money. */
export const NOTIONAL_SCALE = 10n ** BigInt(QUANTITY_PLACES + PRICE_PLACES - MONEY_PLACES);
