import type { IntentRefusal } from './intents.ts';

const OWNER = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const PLEDGE_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const ESCROW_PROGRAM = 'BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr';

const intentExample = {
  id: '5b1f6d9e-0a35-4a47-9a5e-1f3f8f3f2a10',
  action: 'pledge_to_ilo',
  summary: `Pledge 2500000 base units of ${PLEDGE_MINT} to launch 7.`,
  owner: OWNER,
  status: 'proposed',
  arguments: { launch_id: '7', amount: '2500000' },
  outflows: [{ mint: PLEDGE_MINT, amount: '2500000' }],
  technology_fee: null,
  hand_off: null,
  has_transaction: true,
  credential_id: '0d7a9c1e-6f6f-4e43-8a58-6b0c0d7e2b11',
  credential_label: 'Rebalancer of Ada',
  page_url: 'https://launchlens.example/intents/5b1f6d9e-0a35-4a47-9a5e-1f3f8f3f2a10',
  idempotency_key: 'pledge-7-first',
  created_at: '2026-10-01T12:00:00.400Z',
  expires_at: '2026-10-02T12:00:00.400Z',
  signature: null,
  slot: null,
  reason: null,
  closed_at: null,
};

const PROPOSED = { status: 'proposed', at: '2026-10-01T12:00:00.400Z', moved_by: 'agent', reason: null };
const DECIDED_AT = '2026-10-01T12:03:11.020Z';

export const intentListExample = { results: [intentExample], has_more: false };

export const intentDetailExample = { ...intentExample, steps: [PROPOSED] };

export const approvedIntentExample = {
  ...intentExample,
  status: 'approved',
  steps: [PROPOSED, { status: 'approved', at: DECIDED_AT, moved_by: 'owner', reason: null }],
};

export const rejectedIntentExample = {
  ...intentExample,
  status: 'rejected',
  reason: 'too much at once',
  closed_at: DECIDED_AT,
  steps: [PROPOSED, { status: 'rejected', at: DECIDED_AT, moved_by: 'owner', reason: 'too much at once' }],
};

const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

export const submittedIntentExample = {
  ...intentExample,
  status: 'submitted',
  signature: SIGNATURE,
  steps: [PROPOSED, { status: 'submitted', at: DECIDED_AT, moved_by: 'owner', reason: null }],
};

export const unsignedTransactionExample = {
  transaction:
    'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAE…',
  message_digest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  last_valid_block_height: 1192,
  instructions: [
    {
      program: ESCROW_PROGRAM,
      program_name: 'launch_escrow',
      instruction: 'pledge',
      accounts: [{ name: 'pledger', address: OWNER, signer: true, writable: true }],
      arguments: { amount: '2500000' },
      amount: { mint: PLEDGE_MINT, amount: '2500000', decimals: 6 },
    },
  ],
  simulation: { ok: true, error: null, units_consumed: 31_250, slot: 1042 },
  technology_fee_left_out: null,
  logs: [`Program ${ESCROW_PROGRAM} invoke [1]`, `Program ${ESCROW_PROGRAM} success`],
};

export const intentRefusalExample: IntentRefusal = {
  detail: 'This transaction would fail on chain: instruction 2 (pledge) fails: the window is closed.',
  code: 'simulation_failed',
  logs: [
    `Program ${ESCROW_PROGRAM} invoke [1]`,
    `Program ${ESCROW_PROGRAM} failed: custom program error: 0x1`,
  ],
};

export const intentRejectionExample = { reason: 'too much at once' };

export const intentSubmissionExample = { transaction: 'AbbhG6zH8V0QvqjFz9aPpJgqQvI2b1m3mB2gk0m7l0Jw' };

export const submissionRefusalExample: IntentRefusal = {
  detail:
    'The transaction expired at block height 1192, and the chain is at 1200. Nothing was sent. Request a fresh transaction and sign that.',
  code: 'blockhash_expired',
};
