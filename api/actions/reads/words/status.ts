import { counted } from '../../../../core/kernel/counted.ts';
import type { SourceStatus } from '../../../../schemas/mcp/answers.ts';
import type { SourceStamp } from '../../../../schemas/rest/source.ts';
import { slots } from './page.ts';

const MOST_NAMED = 3;

type Facts = Omit<SourceStatus, 'explanation'>;

/** The meaning of a source status, for readers who do not know the fields. */
export function explained(facts: Facts): SourceStatus['explanation'] {
  return {
    freshness: freshness(facts.source),
    coverage: coverageInWords(facts),
    verification: verification(facts),
  };
}

function freshness({ last_indexed_slot, chain_slot, lag_slots, commitment, slot_time }: SourceStamp): string {
  const time = slot_time === null ? 'its block time is unknown' : `its block time is ${slot_time}`;
  const lag =
    lag_slots === 0
      ? 'the newest slot of the chain that was heard of'
      : `${slots(lag_slots)} behind slot ${chain_slot}, the newest of the chain that was heard of`;
  return `Answers hold every ${commitment} change up to slot ${last_indexed_slot} and none after it, ${lag}; ${time}.`;
}

/** Which slots can be requested. */
export function coverageInWords({
  first_slot,
  lost,
  source,
}: Pick<Facts, 'first_slot' | 'lost' | 'source'>): string {
  if (first_slot === null) return 'No range of slots is recorded, so no past slot can be asked for.';
  const range = `Any slot from ${first_slot} to ${source.last_indexed_slot} can be asked for`;
  if (lost.length === 0) return `${range}.`;
  const named = lost.slice(-MOST_NAMED).map(({ from_slot, to_slot }) => `${from_slot} to ${to_slot}`);
  const more = lost.length > MOST_NAMED ? ` and ${counted(lost.length - MOST_NAMED, 'earlier range')}` : '';
  return `${range} except those lost: ${named.join(', ')}${more}.`;
}

function verification({ source: { verified_slot, last_indexed_slot }, newest_audit: audit }: Facts): string {
  const newest =
    audit === null
      ? ''
      : ` The newest audit, at slot ${audit.slot}, compared ${counted(audit.accounts, 'account')}: ${audit.verdict}.`;
  if (verified_slot === null) return `The whole index was not proven equal to the chain so far.${newest}`;
  const since = last_indexed_slot - verified_slot;
  const ago = since <= 0 ? '' : `, ${slots(since)} before the slot of this answer`;
  return `The whole index was proven equal to the chain at slot ${verified_slot}${ago}.${newest}`;
}
