import type { Tool } from '../../catalogue/tool.ts';
import {
  clearAgntaGrant,
  pollAgntaGrantClear,
  pollAgntaIdentity,
  requestAgntaGrantClear,
  requestAgntaIdentity,
  setAgntaGrant,
  submitAgntaIdentity,
} from './agnta.ts';
import { approveProposal, resumeWallet } from './approve.ts';
import {
  pollPermissionModeChange,
  requestPermissionModeChange,
  setPermissionMode,
} from './permission-mode.ts';
import { registerCounterpartySet, setTradingLimits, setWalletPolicy } from './policy.ts';
import {
  authorizeSessionSigner,
  pollSessionSigner,
  requestSessionSigner,
  revokeSessionSigner,
} from './session-signer.ts';
import { createAgentWallet, reconcileTurnkeyPolicy } from './wallets.ts';

/** In the specification's order. */
export const WALLET_ADMIN_TOOLS: readonly Tool[] = [
  approveProposal,
  authorizeSessionSigner,
  clearAgntaGrant,
  createAgentWallet,
  pollAgntaGrantClear,
  pollAgntaIdentity,
  pollPermissionModeChange,
  pollSessionSigner,
  reconcileTurnkeyPolicy,
  registerCounterpartySet,
  requestAgntaGrantClear,
  requestAgntaIdentity,
  requestPermissionModeChange,
  requestSessionSigner,
  resumeWallet,
  revokeSessionSigner,
  setAgntaGrant,
  setPermissionMode,
  setTradingLimits,
  setWalletPolicy,
  submitAgntaIdentity,
];
