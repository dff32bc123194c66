import { EXAMPLE_WALLET, signInRequestExample } from './account-examples.ts';
import type { LaunchGateAnswer, LaunchGateChange } from './launch-gate.ts';
import type { AgentWalletAskedAnswer, AgentWalletWithdrawnAnswer } from './owner-grants.ts';
import { CONSENT_STATEMENT, REQUEST_STATEMENT } from './signed-statements.ts';
import type {
  CallDecisionsAnswer,
  ControlChangesAnswer,
  ControlSetAnswer,
  OwnerRequestAnswer,
  OwnerRequestsAnswer,
  RequestDecidedAnswer,
  WalletControlAnswer,
  WalletPolicyRecord,
} from './wallet-control.ts';

const AGENT = '0b8f2c4e-6a1d-4f37-9c55-7e2d1a9b3c08';
const REQUEST = '6f1c9a52-3d77-4c0e-9b7e-2f0d8a4b51c3';
const AGENT_WALLET = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

export const policyExample: WalletPolicyRecord = {
  allowed_tools: null,
  denied_tools: ['bridge_out'],
  allowed_mints: [MINT],
  allowed_venues: null,
  counterparties_only: true,
};

export const limitsRequestExample = {
  limits: [{ mint: MINT, per_intent: '250000000', per_day: '1000000000' }],
};

export const counterpartiesRequestExample = {
  counterparties: [{ address: MINT, label: 'Treasury of the desk' }],
};

export const permissionModeRequestExample = { permission_mode: 'delegate' };
export const jurisdictionRequestExample = { country: 'CH' };

export const walletControlExample: WalletControlAnswer = {
  owner: EXAMPLE_WALLET,
  switch: 'on',
  permission_mode: 'propose',
  policy: policyExample,
  always_allowed_tools: ['kill_wallet', 'pause_wallet'],
  ...limitsRequestExample,
  ...counterpartiesRequestExample,
  jurisdiction: 'CH',
  grants: [],
  agent_wallets: [],
  watched_wallets: [],
  updated_at: '2026-10-01T12:00:00Z',
};

export const ownerRequestExample: OwnerRequestAnswer = {
  id: REQUEST,
  kind: 'permission_mode',
  status: 'pending',
  payload: permissionModeRequestExample,
  message: `launchlens.example asks you to approve a change to what agents may do without asking you:
${EXAMPLE_WALLET}

${REQUEST_STATEMENT}

Decision: approve
Permission Mode: delegate
Intents within your policy and limits are approved without asking you.
Asked By: the agent of credential ${AGENT}
URI: https://launchlens.example
Version: 1
Request: ${REQUEST}
Requested At: 2026-10-01T12:00:00Z
Expiration Time: 2026-10-02T12:00:00Z`,
  credential_id: AGENT,
  created_at: '2026-10-01T12:00:00Z',
  expires_at: '2026-10-02T12:00:00Z',
  decided_at: null,
};

export const ownerRequestsExample: OwnerRequestsAnswer = { results: [ownerRequestExample], has_more: false };

export const rejectedRequestExample: OwnerRequestAnswer = {
  ...ownerRequestExample,
  status: 'rejected',
  decided_at: '2026-10-01T12:05:00Z',
};

export const requestApprovalExample = { signature: signInRequestExample.signature };

export const requestDecidedExample: RequestDecidedAnswer = {
  request: { ...ownerRequestExample, status: 'approved', decided_at: '2026-10-01T12:05:00Z' },
  control: { ...walletControlExample, permission_mode: 'delegate' },
};

export const controlSetExample: ControlSetAnswer = {
  status: 'applied',
  control: walletControlExample,
  request: null,
};

export const controlWaitsExample: ControlSetAnswer = {
  status: 'waits_for_owner',
  control: walletControlExample,
  request: { ...ownerRequestExample, credential_id: null },
};

export const callDecisionsExample: CallDecisionsAnswer = {
  results: [
    {
      id: 18,
      tool: 'pledge_to_ilo',
      verdict: 'refused',
      gate: 'limits',
      code: 'limit_exceeded',
      credential_id: AGENT,
      at: '2026-10-01T12:00:00Z',
    },
  ],
  has_more: false,
};

export const controlChangesExample: ControlChangesAnswer = {
  results: [
    {
      id: 4,
      kind: 'permission_mode',
      detail: permissionModeRequestExample,
      credential_id: AGENT,
      request_id: REQUEST,
      at: '2026-10-01T12:05:00Z',
    },
  ],
  has_more: false,
};

export const watchedWalletExample = { address: EXAMPLE_WALLET, label: 'Treasury' };

export const grantNameExample = { kind: 'session_signer', subject: EXAMPLE_WALLET };

export const agentWalletAskedExample: AgentWalletAskedAnswer = {
  status: 'needs_wallet_signature',
  consent: `launchlens.example: wallet ${AGENT_WALLET} agrees to act as an agent wallet for owner ${EXAMPLE_WALLET}.

${CONSENT_STATEMENT}

Consent: ${REQUEST}
Issued At: 2026-10-01T12:00:00Z
Expiration Time: 2026-10-02T12:00:00Z`,
  request: null,
};

export const agentWalletWithdrawnExample: AgentWalletWithdrawnAnswer = {
  ...{ wallet: EXAMPLE_WALLET, owner: EXAMPLE_WALLET, voided: 1 },
};

export const launchGateChangeExample: LaunchGateChange = {
  name: 'legal',
  status: 'passed',
  note: 'Opinion of 1 October',
};

export const launchGateExample: LaunchGateAnswer = {
  open: false,
  pending: ['audit'],
  legs: [
    {
      name: 'legal',
      status: 'passed',
      updated_at: '2026-10-01T12:00:00.400Z',
      note: 'Opinion of 1 October',
    },
    { name: 'audit', status: 'pending', updated_at: '2026-09-28T09:30:00Z', note: '' },
  ],
};
