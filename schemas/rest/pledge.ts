import { z } from 'zod';
import { answerFields } from '../accounts/answer-fields.ts';
import { LISTED_PLEDGE_FIELDS } from '../accounts/pledge.ts';
import { pubkey, slot, url } from './scalars.ts';

const { pledger, ...fields } = answerFields(LISTED_PLEDGE_FIELDS);

export const pledgeLinks = z
  .strictObject({
    pledge: url.meta({ description: 'The Pledge account.' }),
    pledger: url.meta({ description: 'The wallet that pledged.' }),
  })
  .meta({ description: 'Links to a public explorer.' });

export const pledge = z.strictObject({
  pledger,
  pledge_address: pubkey.meta({ description: 'The Pledge account.' }),
  ...fields,
  updated_slot: slot.meta({ description: 'Slot in which the Pledge account last changed.' }),
  explorer: pledgeLinks,
});

export type PledgeAnswer = z.output<typeof pledge>;
