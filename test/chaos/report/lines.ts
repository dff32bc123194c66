import type { FaultKind, StoreKind } from '../plan/fault.ts';
import type { Outcome } from '../play/outcome.ts';
import { describePlan } from './plan-text.ts';

/** Differences that are printed of a seed that failed. */
const SHOWN = 8;
const WIDTH = 400;

/** One line a seed. */
export function lineOf(outcome: Outcome): string {
  const { plan, met, slots, rows, lostSlots, answers, lives, maxRss, ms, wrong } = outcome;
  const faults = met.map(({ kind }) => kind).join(' ') || 'no fault';
  return [
    `seed ${plan.seed} ${plan.subject === 'vault' ? 'vault ' : ''}${plan.store}`,
    faults,
    `${slots} slots, ${rows} rows, ${answers} answers`,
    ...(lostSlots > 0 ? [`${lostSlots} slots lost as planned`] : []),
    `${lives} ${lives === 1 ? 'life' : 'lives'}`,
    `recovered in ${slowest(outcome)} ms`,
    `${Math.round(maxRss / 1e6)} MB`,
    `${(ms / 1000).toFixed(1)} s`,
    wrong.length === 0 ? 'equal' : `${wrong.length} WRONG`,
  ].join(' | ');
}

function slowest({ met }: Outcome): number {
  return Math.round(Math.max(0, ...met.map(({ recoveryMs }) => recoveryMs ?? 0)));
}

/** What went wrong in a seed, and how to see it again. */
export function failureOf(
  { plan, wrong, log }: Outcome,
  {
    store,
    faults,
  }: { readonly store: StoreKind | undefined; readonly faults: readonly FaultKind[] | undefined },
): string {
  const shown = wrong.slice(0, SHOWN).map((line) => `  ${line.slice(0, WIDTH)}`);
  const more = wrong.length > SHOWN ? [`  and ${wrong.length - SHOWN} more`] : [];
  const again = ['npm run chaos --', `--seed ${plan.seed}`, `--store ${store ?? plan.store}`];
  if (plan.subject === 'vault') again.push('--subject vault');
  if (faults) again.push(`--faults ${faults.join(',')}`);
  const kept = log === undefined ? [] : [`  log of the indexer: ${log}`];
  return [describePlan(plan), ...shown, ...more, ...kept, `  again: ${again.join(' ')}`].join('\n');
}
