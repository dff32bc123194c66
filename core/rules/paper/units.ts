/** Money is in units of 10^-6 of the quote currency, quantities in units of 10^-9 of the asset. */
export const MONEY_PLACES = 6;
export const QUANTITY_PLACES = 9;
/** Enough digits for any provider's price, so that none is ever rounded. */
export const PRICE_PLACES = 30;

/** quantity · price / NOTIONAL_SCALE is money. */
export const NOTIONAL_SCALE = 10n ** BigInt(QUANTITY_PLACES + PRICE_PLACES - MONEY_PLACES);
