import { define } from './definition.ts';

export const settlementErrors = {
  PAYOUT_UNKNOWN: define<{ request: bigint }>(
    ({ request }) =>
      `There is no payout request ${request}: \`launchlens treasury list\` shows those that are open.`,
    { exit: 2 },
  ),
  PAYOUT_CLOSED: define<{ request: bigint; status: string }>(
    ({ request, status }) => `Payout request ${request} is ${status}: only an open one can be given up.`,
  ),
  PAYOUT_PAID: define<{ request: bigint; signature: string }>(
    ({ request, signature }) =>
      `Payout request ${request} is paid by transaction ${signature}: it settles by itself once that is final.`,
  ),
  PAYOUT_UNSEEN: define<{ request: bigint; unseen: string }>(
    ({ request, unseen }) =>
      `Payout request ${request} may be paid already. ${unseen} Or look yourself, and vouch for it with --vouch-not-paid.`,
  ),
};
