/** The status of an execution intent. The last four are final. */
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
