import { z } from 'zod';
import { dateTime } from './scalars.ts';
import { scopeList, scopeName } from './scopes.ts';
import { walletKey, walletSignature } from './sign-in.ts';
import { visibleText } from './visible-text.ts';

const A_USER_CODE = 'a code such as BCDF-GHJK';
const A_DEVICE_CODE = 'the device_code of /pair/start/';

export const userCode = z
  .string({ error: A_USER_CODE })
  .regex(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-?[BCDFGHJKLMNPQRSTVWXZ]{4}$/i, { error: A_USER_CODE });

const scopes = z.array(scopeName).meta({ description: 'Scopes, in the order of the specification.' });

export const pairingStart = z.strictObject({
  requested_scopes: scopeList
    .optional()
    .meta({ description: 'Requested scopes, each once; by default `read`, `quote` and `intent`.' }),
  client_name: visibleText.optional().meta({ description: 'Name of the agent, shown to the owner.' }),
});

export const pairingStarted = z.strictObject({
  user_code: z.string().meta({ description: 'The code that the owner compares and types.' }),
  device_code: z.string().meta({ description: 'For polling. The agent keeps it secret.' }),
  verification_url: z.string().meta({ description: 'Where the owner types the code.' }),
  verification_url_complete: z.string().meta({ description: 'The same with the code filled in.' }),
  interval: z.int().positive().meta({ description: 'Minimum seconds between polls.' }),
  expires_in: z.int().positive().meta({ description: 'Seconds until the pairing expires.' }),
});

export const pairingPoll = z.strictObject({
  device_code: z
    .string({ error: A_DEVICE_CODE })
    .min(1, { error: A_DEVICE_CODE })
    .max(256, { error: A_DEVICE_CODE }),
});

export const pairingPolled = z.strictObject({
  status: z.enum(['pending', 'slow_down', 'approved', 'denied', 'expired']).meta({
    description:
      '`slow_down` is `pending` for an agent that polls too often. `expired` is also the answer once the token was delivered, and for unknown codes.',
  }),
  interval: z
    .int()
    .positive()
    .optional()
    .meta({ description: 'Seconds to the next poll, while the owner has not decided.' }),
  token: z
    .string()
    .optional()
    .meta({ description: 'The pairing token, only in the first `approved` answer.' }),
  scopes: scopes.optional().meta({ description: 'Scopes of the token.' }),
  expires_at: dateTime.optional().meta({ description: 'When the token expires.' }),
});

export const pairingRequest = z.strictObject({
  client_name: z.string().meta({ description: 'Name of the agent, as the agent states it.' }),
  requested_scopes: scopes,
  message: z.string().meta({ description: 'The text that the wallet signs to approve.' }),
  deny_message: z.string().meta({ description: 'The text that the wallet signs to deny.' }),
  expires_at: dateTime.meta({ description: 'When it can no longer be decided.' }),
  token_expires_at: dateTime.meta({ description: 'When the token would expire.' }),
});

export const pairingDecision = z.strictObject({
  user_code: userCode.meta({ description: 'Upper or lower case, with or without the dash.' }),
  wallet_address: walletKey.meta({
    description: 'The wallet that decides, and that the agent would act for.',
  }),
  signature: walletSignature,
});

export const pairingDecided = z.strictObject({
  status: z.enum(['approved', 'denied']),
  client_name: z.string(),
  requested_scopes: scopes,
});

export type PairingStarted = z.output<typeof pairingStarted>;
export type PairingPolled = z.output<typeof pairingPolled>;
export type PairingRequest = z.output<typeof pairingRequest>;
export type PairingDecided = z.output<typeof pairingDecided>;
