import { type SearchAnswer, searchAnswer } from '../../schemas/rest/search.ts';
import { whatIs } from '../read/records/search.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFreshRecords, type SlotRequest } from './freshness.ts';
import { sourceStamp } from './source-stamp.ts';
import { writerOf } from './write.ts';

/** A mint may belong to every launch. */
const MOST_FOUND = 100;

const write = writerOf(searchAnswer.omit({ source: true }));

/** What a launch id, an address or a signature is. @throws those of `askFreshRecords` */
export async function search(
  { mirror }: MirrorContext,
  { query, ...request }: SlotRequest & { readonly query: string },
): Promise<Answered<SearchAnswer>> {
  const { stamp, facts } = await askFreshRecords(mirror, request, (records) => whatIs(records, query));
  const found = facts
    .slice(0, MOST_FOUND)
    .map(({ launchId = null, wallet = null, slot = null, kind }) => ({ kind, launchId, wallet, slot }));
  return { stamp, body: { source: sourceStamp(stamp), ...write({ query, count: facts.length, found }) } };
}
