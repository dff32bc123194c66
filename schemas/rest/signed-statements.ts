/** Sentences that the API puts into messages for wallets to sign. */

/** One line, as Sign In With Solana requires. Names everything that a sign-in token can do. */
export const SIGN_IN_STATEMENT =
  'Sign in to manage your agents and rewards: issue, rotate and revoke keys and tokens, set guardrails, approve or reject intents, read rewards and request payouts. Wider guardrails, and new keys beyond the base scopes, need separate signatures. Signing proves that you control this wallet. It moves no funds.';

export const PAIRING_STATEMENTS = {
  approve:
    'By signing, you let this agent act for your wallet within the scopes below, until you revoke its token or the token expires. Signing shares no wallet key and moves no funds. Sign only if you started this agent and it shows this code.',
  deny: 'By signing, you deny this request, and the agent gets no token. Signing shares no wallet key and moves no funds.',
} as const;

export const KEY_STATEMENT =
  'By signing, you confirm a new API key. Anyone who has the key can act for your wallet within the scopes below, until you revoke the key or it expires. Signing shares no wallet key and moves no funds.';

export const REQUEST_STATEMENT =
  'By signing, you approve exactly the following, and nothing else. Signing shares no wallet key and moves no funds. Sign only if you want this.';

/** Signed by an agent wallet, for the owner it would act for. */
export const CONSENT_STATEMENT =
  'This consent can be used once. The wallet can stop acting for the owner at any time. Signing shares no wallet key and moves no funds.';
