import { counted } from '../../../core/kernel/counted.ts';
import type { SourceStamp } from '../../../schemas/rest/source.ts';

/** Where an answer stands, to be put behind a sentence: "at slot 1042 (confirmed, 1 slot behind the chain)". */
export function atSlot({ last_indexed_slot: slot, commitment, lag_slots: lag }: SourceStamp): string {
  return `at slot ${slot} (${commitment}, ${lag === 0 ? 'level with' : `${slots(lag)} behind`} the chain)`;
}

export function slots(number: number): string {
  return counted(number, 'slot');
}
