/** Where an execution intent stands. The last four are its end. */
export const INTENT_STATUSES = [
  'proposed',
  'approved',
  'submitted',
  'confirmed',
  'failed',
  'rejected',
  'expired',
] as const;

export type IntentStatus = (typeof INTENT_STATUSES)[number];
