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

export const pairingStart = z.object({
  requested_scopes: scopeList
    .optional()
    .meta({ description: 'Scopes to ask for, each once; `read`, `quote` and `intent` when left out.' }),
  client_name: visibleText
    .optional()
    .meta({ description: 'Who asks, as the owner of the wallet is shown it.' }),
});

export const pairingStarted = z.strictObject({
  user_code: z.string().meta({ description: 'For the owner, to compare and to type.' }),
  device_code: z.string().meta({ description: 'For polling; the agent keeps it to itself.' }),
  verification_url: z.string().meta({ description: 'Where the owner types the code.' }),
  verification_url_complete: z.string().meta({ description: 'The same with the code filled in.' }),
  interval: z.int().positive().meta({ description: 'Seconds from one poll to the next, at least.' }),
  expires_in: z.int().positive().meta({ description: 'Seconds until the pairing expires.' }),
});

export const pairingPoll = z.object({
  device_code: z
    .string({ error: A_DEVICE_CODE })
    .min(1, { error: A_DEVICE_CODE })
    .max(256, { error: A_DEVICE_CODE }),
});

export const pairingPolled = z.strictObject({
  status: z.enum(['pending', 'slow_down', 'approved', 'denied', 'expired']).meta({
    description:
      '`slow_down` is `pending` for those who poll too often. `expired` also once the token was delivered, and for any code that is not known.',
  }),
  interval: z
    .int()
    .positive()
    .optional()
    .meta({ description: 'Seconds to the next poll, while the owner has not decided.' }),
  token: z
    .string()
    .optional()
    .meta({ description: 'The pairing token: in the first `approved` answer, and never again.' }),
  scopes: scopes.optional().meta({ description: 'What the token is good for.' }),
  expires_at: dateTime.optional().meta({ description: 'Until when the token is good.' }),
});

export const pairingRequest = z.strictObject({
  client_name: z.string().meta({ description: 'Who asks, in its own words.' }),
  requested_scopes: scopes,
  message: z.string().meta({ description: 'The text that the wallet signs to approve.' }),
  deny_message: z.string().meta({ description: 'The text that the wallet signs to deny.' }),
  expires_at: dateTime.meta({ description: 'Until when it can be decided.' }),
  token_expires_at: dateTime.meta({ description: 'Until when the token would be good.' }),
});

export const pairingDecision = z.object({
  user_code: userCode.meta({ description: 'In any case, with or without the dash.' }),
  wallet_address: walletKey.meta({
    description: 'The wallet that decides, and for which the agent will act.',
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
