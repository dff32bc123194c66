import { detailExample, pledgesExample } from './examples.ts';
import type { FlowListAnswer } from './flows.ts';
import type { PledgeDistributionAnswer } from './pledge-distribution.ts';
import type { WalletPositionsAnswer } from './positions.ts';
import type { AuditListAnswer, CoverageAnswer, VerificationAnswer } from './proof.ts';
import type { RaiseCurveAnswer } from './raise-curve.ts';

/** The launch of `examples.ts`, as the records of how it happened. */

const { source, launch } = detailExample;
const [pledge] = pledgesExample.results as [(typeof pledgesExample.results)[number]];
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const curveExample: RaiseCurveAnswer = {
  source,
  launch_id: '7',
  steps: 3,
  points: [
    { slot: 640, time: '2026-09-21T10:13:20Z', total_pledged: '500000000', pledger_count: 1 },
    { slot: 655, time: '2026-09-21T10:13:26Z', total_pledged: '1500000000', pledger_count: 2 },
    { slot: 702, time: '2026-09-21T10:13:45Z', total_pledged: '3000000000', pledger_count: 3 },
  ],
};

export const distributionExample: PledgeDistributionAnswer = {
  source,
  launch_id: '7',
  count: 3,
  sum: '3000000000',
  mean: '1000000000',
  gini_bps: 2222,
  quantiles: {
    min: '500000000',
    p10: '500000000',
    p25: '500000000',
    p50: '1000000000',
    p75: '1500000000',
    p90: '1500000000',
    p99: '1500000000',
    max: '1500000000',
  },
  buckets: [
    { from: '500000000', to: '1000000000', count: 2, sum: '1500000000' },
    { from: '1000000001', to: '1500000000', count: 1, sum: '1500000000' },
  ],
};

export const positionsExample: WalletPositionsAnswer = {
  source,
  wallet: pledge.pledger,
  count: 1,
  next_cursor: null,
  results: [
    {
      launch,
      pledge,
      ...(detailExample.wallet?.allocation && { allocation: detailExample.wallet.allocation }),
    },
  ],
};

export const flowsExample: FlowListAnswer = {
  source,
  launch_id: '7',
  complete_from_slot: 600,
  next_cursor: null,
  results: [
    {
      launch_id: '7',
      slot: 655,
      time: '2026-09-21T10:13:26Z',
      signature: SIGNATURE,
      ordinal: 0,
      direction: 'in',
      kind: 'pledge',
      wallet: pledge.pledger,
      mint: launch.pledge_mint,
      amount: '1000000000',
    },
  ],
};

export const coverageExample: CoverageAnswer = {
  source,
  first_slot: 600,
  lost: [],
  next_cursor: null,
  results: [
    {
      from_slot: 601,
      to_slot: 1042,
      state: 'streamed',
      origin: 'yellowstone',
      cause: '',
      recorded_at: '2026-09-26T14:13:20.412Z',
    },
    {
      from_slot: 600,
      to_slot: 600,
      state: 'snapshot',
      origin: 'rpc',
      cause: '',
      recorded_at: '2026-09-21T10:13:00.007Z',
    },
  ],
};

export const auditsExample: AuditListAnswer = {
  source,
  next_cursor: null,
  results: [
    {
      slot: 1000,
      launch_id: null,
      verdict: 'equal',
      accounts: 8,
      differences: 0,
      chain_digest: DIGEST,
      index_digest: DIGEST,
      detail: '',
      started_at: '2026-09-26T14:13:01.100Z',
      finished_at: '2026-09-26T14:13:01.840Z',
    },
  ],
};

export const verificationExample: VerificationAnswer = {
  source,
  pubkey: pledge.pledge_address,
  kind: 'pledge',
  equal: true,
  slot: 1042,
  indexed: { exists: true, owner: source.program_id, lamports: '1858320', data: 'dGhlIHNhbWUgYnl0ZXM=' },
  chain: { exists: true, owner: source.program_id, lamports: '1858320', data: 'dGhlIHNhbWUgYnl0ZXM=' },
  differences: [],
};
