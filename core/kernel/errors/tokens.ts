import { defineForClients as define } from './definition.ts';

/** Reasons why a read of wallets, tokens and prices cannot be answered. */
export const tokenErrors = {
  NAME_UNRESOLVED: define('{name} does not resolve to a wallet: {reason}.', {
    status: 404,
    remedy: "Pass the wallet's public key in base58 instead.",
  }),
  TOKEN_UNKNOWN: define('No token is known here as {token}.', {
    status: 404,
    remedy: 'Call find_token for its mint, or ask the user, and pass the mint in base58.',
  }),
  TOKEN_AMBIGUOUS: define('{token} could be several tokens: {candidates}.', {
    status: 409,
    remedy: 'Ask the user which one is meant, then pass its mint in base58.',
  }),
  PRICES_NOT_CONFIGURED: define('No price provider is configured: MARKET_DATA_API_KEY is not set.', {
    status: 409,
    remedy: 'Continue without prices, or tell the user: the operator has to set the named setting.',
  }),
};
