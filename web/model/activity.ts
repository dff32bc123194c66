import type { ActivityKind } from '../../schemas/activity-kinds.ts';
import type { Tone } from './launch.ts';

/** How each kind of activity is shown. */
export const ACTIVITY: Readonly<Record<ActivityKind, { one: string; many: string; tone: Tone }>> = {
  pledge: { one: 'Pledge', many: 'Pledges', tone: 'good' },
  withdrawal: { one: 'Withdrawal', many: 'Withdrawals', tone: 'warn' },
  claim: { one: 'Claim', many: 'Claims', tone: 'info' },
  refund: { one: 'Refund', many: 'Refunds', tone: 'plain' },
};
