import type { AccountFields } from './field.ts';

/** The fields of Pledge (specification, Launch escrow accounts). */
export const PLEDGE_FIELDS = {
  launch_id: { unit: 'id', meaning: 'Id of the launch.' },
  pledger: { unit: 'address', meaning: 'Wallet that pledged.' },
  amount: { unit: 'base_units', meaning: "The wallet's cumulative pledge (pledge-mint base units)." },
  tokens_released: {
    unit: 'base_units',
    meaning: 'Tokens released to the wallet so far (launch-mint base units).',
  },
  refunded: { unit: 'flag', meaning: 'Whether the pledge was refunded.' },
  pledged_ts: { unit: 'unix_time', meaning: 'When the wallet pledged, in Unix seconds.' },
} as const satisfies AccountFields;

const { launch_id: _, ...listed } = PLEDGE_FIELDS;

/** A Pledge in a listing; the request names the launch. */
export const LISTED_PLEDGE_FIELDS = listed;
