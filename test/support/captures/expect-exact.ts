import { expect } from 'vitest';
import type { Olap } from '../../../core/olap/port.ts';
import { holds } from '../../../core/rules/slot-ranges.ts';
import { readHeld } from '../../../indexer/jobs/capture/held-ranges.ts';
import { newestCheckpoint } from '../../../indexer/model/checkpoint.ts';
import { type AccountStates, indexVersions } from '../index-check/index-state.ts';
import type { ModelChain } from './model-chain.ts';

/** Every slot at which the index can say what the state was. */
async function heldSlots({ scanner }: Olap, last: bigint): Promise<bigint[]> {
  const checkpoint = await newestCheckpoint(scanner);
  if (!checkpoint) return [];
  const { held } = await readHeld(scanner, checkpoint);
  return Array.from({ length: Number(last) + 1 }, (_, number) => BigInt(number)).filter((number) =>
    holds(held, number),
  );
}

type States = Map<string, string>;

/** What the index says at each slot: its rows are read once and played through. */
async function statesAt({ scanner }: Olap, slots: readonly bigint[]): Promise<Map<bigint, States>> {
  const revision = (await newestCheckpoint(scanner))?.revision ?? 0n;
  const versions = await indexVersions(scanner, { slot: slots.at(-1) ?? 0n, revision });
  const waiting = versions.sort((a, b) => (a.slot < b.slot ? -1 : 1));
  const states: States = new Map();
  const bySlot = new Map<bigint, States>();
  for (const number of slots) {
    while (waiting[0] && waiting[0].slot <= number) {
      const { address, closed, kind, lamports, data } = waiting.shift() as (typeof versions)[number];
      if (closed) states.delete(address);
      else states.set(address, `${kind} ${lamports} ${data}`);
    }
    bySlot.set(number, new Map(states));
  }
  return bySlot;
}

const shown = (states: AccountStates): States =>
  new Map([...states].map(([address, { kind, lamports, data }]) => [address, `${kind} ${lamports} ${data}`]));

/** Holds every slot that can be asked about to the model, and gives them. */
export async function expectExact(olap: Olap, chain: ModelChain): Promise<bigint[]> {
  const slots = await heldSlots(olap, chain.last);
  for (const [number, states] of await statesAt(olap, slots)) {
    expect(states, `slot ${number}`).toEqual(shown(chain.stateAt(number)));
  }
  return slots;
}
