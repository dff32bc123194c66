import { z } from 'zod';
import { pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

export const NAME_SOURCES = ['metadata_account', 'mint_extension'] as const;

const chosen = z.string().max(64).nullable();

/** What a token calls itself on the chain. Anybody can choose any name, so the mint always goes with it. */
export const tokenName = z.strictObject({
  mint: pubkey,
  name: chosen.meta({
    description:
      'As its creator chose it, without invisible characters; null if it has none, or one that mixes scripts to look like another.',
    examples: ['Northwind'],
  }),
  symbol: chosen.meta({ description: 'The same for its symbol.', examples: ['NWD'] }),
  metadata_uri: z
    .string()
    .nullable()
    .meta({
      description:
        'Where the token describes itself off the chain, such as its icon; null unless the operator allows the host.',
      examples: [null],
    }),
  named_by: z.enum(NAME_SOURCES).nullable().meta({
    description:
      'Where both were read: the account of the Token Metadata program, or the metadata extension of a Token-2022 mint. Null if the mint has neither.',
  }),
  read_at_slot: slot.meta({ description: 'The slot of the chain at which this was read.' }),
});

export const tokenNamesAnswer = z.strictObject({
  source,
  icon_hosts: z.array(z.string()).meta({
    description: 'The hosts from which pages load icons, as the operator allows; empty for none.',
    examples: [[]],
  }),
  results: z
    .array(tokenName)
    .meta({ description: 'In the order of the request, each mint once; empty if no node is configured.' }),
});

export type TokenNameAnswer = z.output<typeof tokenName>;
export type TokenNamesAnswer = z.output<typeof tokenNamesAnswer>;
