import { counted } from '../../../core/kernel/counted.ts';
import { formatShortest } from '../../../core/kernel/decimal.ts';
import type { LaunchDetailAnswer } from '../../../schemas/rest/answers.ts';
import type { Preview } from './preview.ts';

/** A launch in one line, exact at the slot that it names. */
export function launchPreview({ source, launch }: LaunchDetailAnswer): Omit<Preview, 'url'> {
  const { launch_id: id, status, total_pledged, min_raise, pledger_count } = launch;
  const amount = (base: string): string => {
    const { pledge_mint_decimals: decimals, pledge_mint_symbol: symbol } = launch;
    return decimals === null
      ? `${base} base units`
      : `${formatShortest(BigInt(base), decimals)} ${symbol ?? 'tokens'}`;
  };
  const minimum = BigInt(min_raise) === 0n ? 'no minimum' : `of at least ${amount(min_raise)}`;
  const pledgers = counted(pledger_count, 'pledger');
  return {
    title: `Launch ${id}: ${status}`,
    description: `${amount(total_pledged)} raised, ${minimum}, from ${pledgers}. Exact at slot ${source.last_indexed_slot}.`,
  };
}

/** Of a launch at an earlier slot, which is not read for a preview. */
export function pastPreview(launchId: string, slot: string): Omit<Preview, 'url'> {
  return {
    title: `Launch ${launchId} at slot ${slot}`,
    description: `This launch exactly as it was at slot ${slot}.`,
  };
}
