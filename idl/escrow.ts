import escrow from './escrow.json' with { type: 'json' };
import { accountLayout } from './layout.ts';
import { parseIdl } from './schema.ts';

/** What is known of the escrow program, as it lies in `escrow.json`. */
export const ESCROW_IDL = parseIdl(escrow);

export const LAUNCH_CONFIG = accountLayout(ESCROW_IDL, 'LaunchConfig');
export const PLEDGE = accountLayout(ESCROW_IDL, 'Pledge');
