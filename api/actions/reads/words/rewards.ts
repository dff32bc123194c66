import type { RewardBucketsAnswer } from '../../../../schemas/rest/rewards.ts';
import { wireDigits } from '../../wire.ts';

export function bucketInWords(name: string, bucket: RewardBucketsAnswer['paid']): string {
  const { count, priced_count: priced, amount_base_units: amount } = bucket;
  return `${name} ${wireDigits(amount)} (records: ${wireDigits(count)}, priced: ${wireDigits(priced)})`;
}

export function mintInWords({ pre_mint }: { readonly pre_mint: boolean }): string {
  return pre_mint ? 'The reward token is not minted: nothing settles, and fee shares have no amount.' : '';
}
