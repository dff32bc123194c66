import { counted } from '../../../core/kernel/counted.ts';
import type { SourceStatus } from '../../../schemas/mcp/answers.ts';
import type { LaunchAnswer } from '../../../schemas/rest/launch.ts';
import type { RewardBucketsAnswer } from '../../../schemas/rest/rewards.ts';
import type { SettlementAnswer } from '../../../schemas/rest/settlement.ts';
import type { SourceStamp } from '../../../schemas/rest/source.ts';
import type { WalletAnswer } from '../../../schemas/rest/wallet.ts';
import { wireDigits } from '../wire.ts';

/** The position of an answer, to append to a sentence: "at slot 1042 (confirmed, 1 slot behind the chain)". */
export function atSlot({ last_indexed_slot: slot, commitment, lag_slots: lag }: SourceStamp): string {
  return `at slot ${slot} (${commitment}, ${lag === 0 ? 'level with' : `${slots(lag)} behind`} the chain)`;
}

function slots(number: number): string {
  return counted(number, 'slot');
}

/**
 * How much of a listing a page shows, and how to continue.
 * @param shown how many of what are on the page: `1 launch`
 */
export function pageText(shown: string, nextCursor: string | null): string {
  const rest = nextCursor === null ? 'the last page' : 'more follow: pass next_cursor as cursor';
  return `${shown} on this page, ${rest}.`;
}

/** Amounts are in base units: an answer does not contain a mint's decimals. */
export const PLEDGED = 'pledge-mint base units';
const TOKENS = 'launch-mint base units';

export function launchText(launch: LaunchAnswer): string {
  const { launch_id: id, status, total_pledged: total, min_raise: least, max_raise: most } = launch;
  const { pledger_count: count } = launch;
  const wallets = counted(count, 'wallet');
  return `Launch ${id} is ${status}: ${wallets} pledged ${total} ${PLEDGED} (minimum ${least}, maximum ${most}).`;
}

export function settlementText({ outcome, allocated_total, release, refunds }: SettlementAnswer): string {
  if (refunds) {
    const { refunded_total: refunded, refundable_total: owed } = refunds;
    return `It ${outcome}: ${refunded} of ${owed} ${PLEDGED} refunded.`;
  }
  const bps = release?.unlocked_bps ?? null;
  const unlocked = bps === null ? 'how much is unlocked is unknown' : `${bps / 100} % unlocked`;
  return `It ${outcome}: ${allocated_total} ${TOKENS} allocated, ${unlocked}.`;
}

export function walletText({ wallet, pledged, allocation, refund }: WalletAnswer): string {
  const part = `Wallet ${wallet} pledged ${pledged} ${PLEDGED}`;
  if (refund) return `${part}; ${refund.refunded ? 'it was refunded' : 'not refunded so far'}.`;
  if (!allocation) return `${part}.`;
  const { entitlement, released, claimable } = allocation;
  const open = claimable === null ? 'how much is claimable is unknown' : `${claimable} claimable`;
  return `${part}, which entitles it to ${entitlement} ${TOKENS}: ${released} released, ${open}.`;
}

const MOST_NAMED = 3;

type Facts = Omit<SourceStatus, 'explanation'>;

/** The meaning of a source status, for readers who do not know the fields. */
export function explained(facts: Facts): SourceStatus['explanation'] {
  return {
    freshness: freshness(facts.source),
    coverage: coverageText(facts),
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
export function coverageText({
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

export function bucketText(name: string, bucket: RewardBucketsAnswer['paid']): string {
  const { count, priced_count: priced, amount_base_units: amount } = bucket;
  return `${name} ${wireDigits(amount)} (records: ${wireDigits(count)}, priced: ${wireDigits(priced)})`;
}

export function mintText({ pre_mint }: { readonly pre_mint: boolean }): string {
  return pre_mint ? 'The reward token is not minted: nothing settles, and fee shares have no amount.' : '';
}
