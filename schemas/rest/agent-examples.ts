import { EXAMPLE_WALLET, signInRequestExample } from './account-examples.ts';
import type {
  CredentialAnswer,
  CredentialEventsAnswer,
  CredentialListAnswer,
  KeyConfirmationAnswer,
  KeyIssued,
  TokenRotated,
} from './keys.ts';
import type { PairingDecided, PairingPolled, PairingRequest, PairingStarted } from './pairing.ts';
import { KEY_STATEMENT, PAIRING_STATEMENTS } from './signed-statements.ts';

const USER_CODE = 'BCDF-GHJK';
const DEVICE_CODE = 'Vb3nGq0xZr7TkYw2LmPs8HdJc5FaUe9QiXo1Nt4RyBuC';
const CLIENT = 'Portfolio helper';
const TOKEN_EXPIRES_AT = '2027-03-30T12:00:00Z';
const messageTo = (verb: 'approve' | 'deny'): string =>
  `launchlens.example asks you to ${verb} pairing with an agent:
${CLIENT}

${PAIRING_STATEMENTS[verb]}

Decision: ${verb}
Code: ${USER_CODE}
Scopes: read, quote, intent
Token Expires: ${TOKEN_EXPIRES_AT}
URI: https://launchlens.example
Version: 1
Pairing: 6f1c9a52-3d77-4c0e-9b7e-2f0d8a4b51c3
Requested At: 2026-10-01T12:00:00Z
Expiration Time: 2026-10-01T12:10:00Z`;

export const pairingStartExample = {
  requested_scopes: ['read', 'quote', 'intent'],
  client_name: CLIENT,
};

export const pairingStartedExample: PairingStarted = {
  user_code: USER_CODE,
  device_code: DEVICE_CODE,
  verification_url: 'https://launchlens.example/pair',
  verification_url_complete: `https://launchlens.example/pair?user_code=${USER_CODE}`,
  interval: 5,
  expires_in: 600,
};

export const pairingPollExample = { device_code: DEVICE_CODE };

export const pairingPolledExample: PairingPolled = {
  status: 'approved',
  token: 'llp_<32 characters><6 of a checksum>',
  scopes: ['read', 'quote', 'intent'],
  expires_at: TOKEN_EXPIRES_AT,
};

export const pairingRequestExample: PairingRequest = {
  client_name: CLIENT,
  requested_scopes: ['read', 'quote', 'intent'],
  message: messageTo('approve'),
  deny_message: messageTo('deny'),
  expires_at: '2026-10-01T12:10:00Z',
  token_expires_at: TOKEN_EXPIRES_AT,
};

export const pairingDecisionExample = {
  user_code: USER_CODE,
  wallet_address: EXAMPLE_WALLET,
  signature: signInRequestExample.signature,
};

export const pairingDecidedExample: PairingDecided = {
  status: 'approved',
  client_name: CLIENT,
  requested_scopes: ['read', 'quote', 'intent'],
};

const LABEL = 'Nightly report';
export const credentialExample: CredentialAnswer = {
  id: '0b0e4f57-77a4-4f0d-9a37-6c1c5f3ae0d2',
  label: LABEL,
  scopes: ['read', 'trade'],
  ...{ tier: 'paired', prefix: 'llk_', last4: '9aBc' },
  created_at: '2026-10-01T12:00:00Z',
  expires_at: '2026-12-30T12:00:00Z',
  last_used_at: '2026-10-02T07:30:00Z',
  revoked_at: null,
  replaced_by: null,
};

export const keyConfirmationRequestExample = { label: LABEL, scopes: ['read', 'trade'] };

export const keyConfirmationExample: KeyConfirmationAnswer = {
  message: `launchlens.example asks you to confirm a new API key for your wallet:
${EXAMPLE_WALLET}

${KEY_STATEMENT}

Label: ${LABEL}
Scopes: read, trade
Key Lifetime: 90 days
URI: https://launchlens.example
Version: 1
Nonce: 3f9a1c57b2d84e60a5c7e8f90b1d2436
Issued At: 2026-10-01T12:00:00Z
Expiration Time: 2026-10-01T12:10:00Z`,
  expires_at: '2026-10-01T12:10:00Z',
};

export const keyRequestExample = {
  ...keyConfirmationRequestExample,
  confirmation: { message: keyConfirmationExample.message, signature: signInRequestExample.signature },
};

export const keyIssuedExample: KeyIssued = {
  key: 'llk_<32 characters><6 of a checksum>',
  ...credentialExample,
  last_used_at: null,
};

export const tokenRotatedExample: TokenRotated = {
  token: 'llp_<32 characters><6 of a checksum>',
  ...credentialExample,
  prefix: 'llp_',
  last_used_at: null,
};

export const credentialsExample: CredentialListAnswer = { results: [credentialExample], has_more: false };

export const revokedExample: CredentialAnswer = { ...credentialExample, revoked_at: '2026-10-03T09:00:00Z' };

export const credentialEventsExample: CredentialEventsAnswer = {
  results: [
    {
      ...{ id: 42, kind: 'refused', credential_id: credentialExample.id, at: '2026-10-03T09:05:00Z' },
      ...{ surface: '/mcp/agent-v1', reason: 'revoked' },
    },
    {
      ...{ id: 41, kind: 'revoked', credential_id: credentialExample.id, at: '2026-10-03T09:00:00Z' },
      ...{ surface: '/api/v1/keys/{key_id}/revoke/', reason: 'asked for by the owner' },
    },
  ],
  has_more: false,
};
