import { z } from 'zod';

/** The answers of `search` and `fetch` in the form that ChatGPT's connectors expect. */

const hit = {
  id: z.string().meta({ description: 'For fetch.' }),
  title: z.string(),
  url: z.string().meta({ description: 'The page about it.' }),
} as const;

export const searchAnswer = z.strictObject({ results: z.array(z.strictObject(hit)) });

export const fetchAnswer = z.strictObject({
  ...hit,
  text: z.string().meta({ description: 'In words, and then all of it as JSON.' }),
  metadata: z.record(z.string(), z.string()),
});

export type SearchHit = z.output<typeof searchAnswer>['results'][number];
