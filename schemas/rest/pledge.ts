import { z } from 'zod';
import { answerFields } from '../accounts/answer-fields.ts';
import { LISTED_PLEDGE_FIELDS } from '../accounts/pledge.ts';
import { pubkey, slot } from './scalars.ts';

const { pledger, ...fields } = answerFields(LISTED_PLEDGE_FIELDS);

export const pledge = z.strictObject({
  pledger,
  pledge_address: pubkey.meta({ description: 'The Pledge account.' }),
  ...fields,
  updated_slot: slot.meta({ description: 'Slot in which the Pledge account last changed.' }),
});

export type PledgeAnswer = z.output<typeof pledge>;
