import { formatDecimal, formatShortest } from '../../core/kernel/decimal.ts';
import { MONEY_PLACES, PRICE_PLACES, QUANTITY_PLACES } from '../../core/rules/paper/units.ts';

export const moneyText = (value: bigint): string => formatDecimal(value, MONEY_PLACES);
export const quantityText = (value: bigint): string => formatDecimal(value, QUANTITY_PLACES);
export const priceText = (value: bigint): string => formatShortest(value, PRICE_PLACES);
