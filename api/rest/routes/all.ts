import type { AccountRoute } from '../accounts/route.ts';
import type { Route } from '../route.ts';
import { AGENT_WALLET_ROUTES } from './agent-wallet.ts';
import { auditsRoute } from './audits.ts';
import { CLAIM_ROUTES } from './claims.ts';
import { coverageRoute } from './coverage.ts';
import { distributionRoute } from './distribution.ts';
import { flowsRoute } from './flows.ts';
import { INTENT_ROUTES } from './intents.ts';
import { KEY_ROUTES } from './keys.ts';
import { launchDetailRoute } from './launch-detail.ts';
import { launchStatusRoute } from './launch-status.ts';
import { launchesRoute } from './launches.ts';
import { OWNER_REQUEST_ROUTES } from './owner-requests.ts';
import { OWNER_WALLET_ROUTES } from './owner-wallets.ts';
import { PAIRING_ROUTES } from './pairing.ts';
import { pledgesRoute } from './pledges.ts';
import { positionsRoute } from './positions.ts';
import { raiseCurveRoute } from './raise-curve.ts';
import { challengeRoute, signInRoute, signOutRoute } from './sign-in.ts';
import { verificationRoute } from './verification.ts';
import { WALLET_CONTROL_ROUTES } from './wallet-control.ts';
import { WEBHOOK_ROUTES } from './webhooks.ts';

export const BASE_PATH = '/api/v1';

/** Every read of the launch mirror. */
export const MIRROR_ROUTES: readonly Route[] = [
  launchStatusRoute,
  launchesRoute,
  launchDetailRoute,
  pledgesRoute,
  raiseCurveRoute,
  distributionRoute,
  flowsRoute,
  positionsRoute,
  coverageRoute,
  auditsRoute,
  verificationRoute,
];

/** Everything that is asked by or for the owner of a wallet. */
export const ACCOUNT_ROUTES: readonly AccountRoute[] = [
  challengeRoute,
  signInRoute,
  signOutRoute,
  ...PAIRING_ROUTES,
  ...KEY_ROUTES,
  ...WALLET_CONTROL_ROUTES,
  ...OWNER_WALLET_ROUTES,
  ...AGENT_WALLET_ROUTES,
  ...OWNER_REQUEST_ROUTES,
  ...WEBHOOK_ROUTES,
  ...INTENT_ROUTES,
  ...CLAIM_ROUTES,
];
