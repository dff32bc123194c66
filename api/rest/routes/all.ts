import type { Route } from '../route.ts';
import { AGENT_TOOL_ROUTES } from './agent-tools.ts';
import { AGENT_WALLET_ROUTES } from './agent-wallet.ts';
import { CLAIM_ROUTES } from './claims.ts';
import { EXPORT_ROUTES } from './exports.ts';
import { INTENT_ROUTES } from './intents.ts';
import { KEY_ROUTES } from './keys.ts';
import { OPERATOR_ROUTES } from './operator.ts';
import { OWNER_REQUEST_ROUTES } from './owner-requests.ts';
import { OWNER_WALLET_ROUTES } from './owner-wallets.ts';
import { PAIRING_ROUTES } from './pairing.ts';
import { READ_ROUTES } from './reads.ts';
import { SIGN_IN_ROUTES } from './sign-in.ts';
import { SQL_ROUTES } from './sql.ts';
import { STRATEGY_ROUTES } from './strategies.ts';
import { WALLET_CONTROL_ROUTES } from './wallet-control.ts';
import { WEBHOOK_ROUTES } from './webhooks.ts';

/** Every operation of the REST API, in the order of its description. */
export const ROUTES: readonly Route[] = [
  ...READ_ROUTES,
  ...SIGN_IN_ROUTES,
  ...PAIRING_ROUTES,
  ...KEY_ROUTES,
  ...AGENT_TOOL_ROUTES,
  ...WALLET_CONTROL_ROUTES,
  ...OWNER_WALLET_ROUTES,
  ...AGENT_WALLET_ROUTES,
  ...OWNER_REQUEST_ROUTES,
  ...WEBHOOK_ROUTES,
  ...STRATEGY_ROUTES,
  ...INTENT_ROUTES,
  ...CLAIM_ROUTES,
  ...EXPORT_ROUTES,
  ...SQL_ROUTES,
  ...OPERATOR_ROUTES,
];
