import type { State } from '../../../../api/state/state.ts';

export type GetState = () => State;

let last = 0;
/** A name that no other test of the file uses, since they share one store. */
export function fresh(name: string): string {
  last += 1;
  return `${name}-${last}`;
}
