import type { LaunchState } from '../chain/read-launch.ts';
import type { MirrorPledges } from './answer.ts';
import { expectedPledge } from './expected.ts';
import { compareFigures, type Figure } from './figures.ts';

/** Compares every Pledge of the chain with the mirror's row for it, and finds extra rows. */
export function comparePledges({ pledges, slot }: LaunchState, rows: MirrorPledges): readonly Figure[] {
  const known = new Set<string>(pledges.map(({ address }) => address));
  const count = { name: 'number of pledges', expected: `${pledges.length}`, actual: `${rows.size}` };
  const figures: Figure[] = [{ ...count, equal: pledges.length === rows.size }];
  for (const pledge of pledges) {
    const row = rows.get(pledge.address);
    figures.push(...compareFigures(expectedPledge(pledge, slot), row, `pledge ${pledge.address}`));
  }
  for (const address of rows.keys()) {
    if (known.has(address)) continue;
    figures.push({ name: `pledge ${address}`, expected: 'nothing', actual: 'a row', equal: false });
  }
  return figures;
}
