import type { Fault, Plan } from '../plan/fault.ts';

/** A plan for people: what it runs on, then a line for each fault. */
export function describePlan(plan: Plan): string {
  const { seed, subject, store, transport, tokenAccounts, pledgeMemory, slices, fromSlot, fresh } = plan;
  const { slots, weather, faults } = plan;
  const memory = `memory for ${pledgeMemory === 'all' ? 'all' : 'few'} pledges`;
  const audits = `audits in ${slices === '1' ? 'one request' : 'slices'}`;
  const subjects = `${subject}, ${fresh ? 'bare ' : ''}${store} store, ${transport} transport`;
  const head = `seed ${seed}: ${subjects}, token accounts by ${tokenAccounts}, ${memory}, ${audits}, from slot ${fromSlot}, ${slots} slots`;
  const sky = `${weather.skipped * 100} % of slots skipped, ${weather.dead * 100} % dead`;
  return [`${head}, ${sky}`, ...faults.map(describeFault)].join('\n');
}

function describeFault({ slot, kind, ...rest }: Fault): string {
  const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return `  slot ${String(slot).padStart(3)}  ${kind}${details.length > 0 ? `: ${details.join(', ')}` : ''}`;
}
