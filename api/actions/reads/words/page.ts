import { counted } from '../../../../core/kernel/counted.ts';
import type { SourceStamp } from '../../../../schemas/rest/source.ts';

/** The position of an answer, to append to a sentence: "at slot 1042 (confirmed, 1 slot behind the chain)". */
export function atSlot({ last_indexed_slot: slot, commitment, lag_slots: lag }: SourceStamp): string {
  return `at slot ${slot} (${commitment}, ${lag === 0 ? 'level with' : `${slots(lag)} behind`} the chain)`;
}

export function slots(number: number): string {
  return counted(number, 'slot');
}

/**
 * How much of a listing a page shows, and how to continue.
 * @param shown how many of what are on the page: `1 launch`
 */
export function pageInWords(shown: string, nextCursor: string | null): string {
  const rest = nextCursor === null ? 'the last page' : 'more follow: pass next_cursor as cursor';
  return `${shown} on this page, ${rest}.`;
}
