import { z } from 'zod';
import { checkedPubkey, PUBKEY_TEXT } from '../base58.ts';
import { dateTime, decimalText, pubkey, slot } from '../rest/scalars.ts';
import { textOf } from './arguments.ts';

/** Arguments and answers of the reads of wallets, tokens and prices. Errors complete "<name> must be …". */

const A_TOKEN = 'a mint in base58, or a symbol of 1 to 16 letters and digits';
const LONGEST_SYMBOL = 16;
const A_WALLET = 'a wallet in base58, or a .sol name';

const isPubkey = (text: string): boolean => checkedPubkey.safeParse(text).success;

export const token = textOf(A_TOKEN, /^[A-Za-z0-9$]{1,44}$/)
  .refine((text) => text.length <= LONGEST_SYMBOL || isPubkey(text), { error: A_TOKEN })
  .meta({ description: 'Mint in base58, or symbol.' });

const walletOrName = textOf(A_WALLET, /^[\p{L}\p{N}-]{1,63}(\.sol)?$/iu).refine(
  (text) => /\.sol$/i.test(text) || isPubkey(text),
  { error: A_WALLET },
);
export const wallet = walletOrName
  .optional()
  .meta({ description: "Wallet in base58, or `.sol` name; the owner's by default." });

export const resolved = z
  .array(
    z.strictObject({
      given: z.string(),
      address: pubkey,
      by: z.string().meta({ description: 'The setting, provider or service that says so.' }),
    }),
  )
  .meta({ description: 'What names and symbols were taken for.' });
export type Resolved = z.output<typeof resolved>[number];

export const readAt = slot.meta({ description: 'Slot that the node answered at.' });

export const price = z
  .strictObject({
    usd: decimalText,
    at: dateTime.meta({ description: 'When the provider saw it.' }),
    age_seconds: z.int().min(0),
  })
  .nullable()
  .meta({ description: 'Null if unknown.' });
export type PriceAnswer = z.output<typeof price>;

export const prices = z
  .strictObject({
    source: z.string().nullable().meta({ description: 'Host of the provider; null if none answered.' }),
    missing: z.string().nullable().meta({ description: 'Why prices are missing, and the remedy.' }),
  })
  .meta({ description: 'Where prices come from.' });
export type PricesSource = z.output<typeof prices>;

export const pubkeyCursor = textOf('the next_cursor of a page', PUBKEY_TEXT)
  .optional()
  .meta({ description: '`next_cursor` of the previous page.' });
