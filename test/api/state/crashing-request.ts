import type { OpenRequest } from '../../../api/state/payouts/open-request.ts';

export const RECORDS_OF_REQUEST = 25;

/** The request of a round: a wallet, a key and records of its own. */
export function crashingRequest(round: string): OpenRequest {
  const wallet = `wallet-${round}`;
  const records = Array.from({ length: RECORDS_OF_REQUEST }, (_, at) => ({
    recordId: BigInt(round) * 1000n + BigInt(at),
    amount: 3n,
  }));
  return {
    ...{ wallet, program: 'referral', payoutMint: 'mint', requestedBy: wallet, idempotencyKey: 'the-key' },
    ...{ records, now: Date.parse('2026-10-01T12:00:00Z') },
  };
}
