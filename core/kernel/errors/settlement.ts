import { define } from './definition.ts';

export const settlementErrors = {
  PAYOUT_UNKNOWN: define<{ request: bigint }>(
    ({ request }) =>
      `Payout request ${request} does not exist. \`launchlens treasury list\` shows open requests.`,
    { exit: 2 },
  ),
  PAYOUT_CLOSED: define<{ request: bigint; status: string }>(
    ({ request, status }) => `Payout request ${request} is ${status}. Only an open request can be given up.`,
  ),
  PAYOUT_PAID: define<{ request: bigint; signature: string }>(
    ({ request, signature }) =>
      `Transaction ${signature} pays payout request ${request}, which settles by itself once that transaction is final.`,
  ),
  PAYOUT_UNSEEN: define<{ request: bigint; unseen: string }>(
    ({ request, unseen }) =>
      `Payout request ${request} may already be paid. ${unseen} Or check it yourself, and confirm with --vouch-not-paid.`,
  ),
};
