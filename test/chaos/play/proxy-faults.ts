import { setTimeout as delay } from 'node:timers/promises';
import type { RpcFate } from '../chain/rpc-proxy.ts';
import type { FaultOf } from '../plan/fault.ts';
import type { Stage } from './stage.ts';
import type { InsertFate } from './store-proxy.ts';

const PATIENCE_SLOTS = 40;
/** For how many slots' time a request without an answer is held open; the chain itself may wait for it. */
const HELD_SLOTS = 10;

/** Counts what comes by, and gives a fate to the first so many. */
async function meet<Fate, Args extends unknown[]>(
  { steps }: Stage,
  fates: Set<(...args: Args) => Fate | undefined>,
  count: number,
  fateOf: (nth: number) => Fate | undefined,
  least = 1,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  const ask = (): Fate | undefined => {
    seen += 1;
    if (seen === count) resolve();
    return seen <= count ? fateOf(seen) : undefined;
  };
  fates.add(ask);
  await Promise.race([promise, steps.more(PATIENCE_SLOTS)]);
  fates.delete(ask);
  return seen >= least;
}

async function meetRpc(stage: Stage, kind: `rpc-${string}`, count: number, fateOf: (nth: number) => RpcFate) {
  const met = await meet(stage, stage.chain.rpc.fates, count, fateOf);
  if (met) void stage.over(kind as FaultOf<'rpc-lagging'>['kind']);
}

export function rpcRateLimit(stage: Stage, { requests, retryAfter, kind }: FaultOf<'rpc-rate-limit'>) {
  return meetRpc(stage, kind, requests, () => ({ kind: 'rate-limit', retryAfter }));
}

export function rpcNoAnswer(stage: Stage, { requests, kind }: FaultOf<'rpc-no-answer'>) {
  const until = (): Promise<void> => delay(HELD_SLOTS * stage.chain.tickMs);
  return meetRpc(stage, kind, requests, () => ({ kind: 'no-answer', until }));
}

export function rpcLagging(stage: Stage, { requests, behind, honest, kind }: FaultOf<'rpc-lagging'>) {
  return meetRpc(stage, kind, requests, () => ({ kind: 'behind', slots: BigInt(behind), honest }));
}

export function rpcBackwards(stage: Stage, { requests, behind, kind }: FaultOf<'rpc-backwards'>) {
  return meetRpc(stage, kind, requests, (nth) =>
    nth % 2 === 0 ? { kind: 'behind', slots: BigInt(behind), honest: false } : { kind: 'answer' },
  );
}

async function meetInserts(
  stage: Stage,
  kind: FaultOf<'store-mute'>['kind'] | FaultOf<'store-slow'>['kind'] | FaultOf<'store-refuses'>['kind'],
  count: number,
  fate: InsertFate,
): Promise<void> {
  const { proxy } = stage.store;
  if (proxy && (await meet(stage, proxy.fates, count, () => fate))) void stage.over(kind);
}

export function storeRefuses(stage: Stage, { inserts, with: how, kind }: FaultOf<'store-refuses'>) {
  return meetInserts(stage, kind, inserts, { kind: 'refused', how });
}

export function storeSlow(stage: Stage, { inserts, slots, kind }: FaultOf<'store-slow'>) {
  return meetInserts(stage, kind, inserts, { kind: 'slow', until: () => delay(slots * stage.chain.tickMs) });
}

export function storeMute(stage: Stage, { inserts, kind }: FaultOf<'store-mute'>) {
  return meetInserts(stage, kind, inserts, { kind: 'mute' });
}

/** Less than the embedded store keeps free. */
const ALMOST_FULL = 16 * 1024 * 1024;
/** A disk loses what the store keeps free less quickly than one insert is written. */
const FILLING_SLOTS = 2;

/** Nothing can be written below the store, or below one of its servers, until there is room again. */
export async function diskFull(stage: Stage, { slots, kind }: FaultOf<'disk-full'>): Promise<void> {
  const disk = stage.store.disk();
  if (!disk) return;
  await disk.fill(ALMOST_FULL);
  await stage.steps.more(FILLING_SLOTS);
  await disk.fill();
  await stage.steps.more(slots);
  await disk.drain();
  void stage.over(kind);
}

export async function storeDies(stage: Stage, { nth, down, kind }: FaultOf<'store-dies'>): Promise<void> {
  const { server, proxy } = stage.store;
  if (!server || !proxy) return;
  const fatal: InsertFate = { kind: 'fatal', kill: () => server.kill() };
  const met = await meet(stage, proxy.fates, nth, (seen) => (seen === nth ? fatal : undefined), nth);
  if (!met) return;
  await stage.steps.more(down);
  await server.revive();
  void stage.over(kind);
}

/** For the time of so many slots nothing that reaches the engine is answered; a start that waits for it lets none pass. */
export async function storeStalls(stage: Stage, { slots, kind }: FaultOf<'store-stalls'>): Promise<void> {
  const stalled = await stage.store.server?.stall(() => delay(slots * stage.chain.tickMs));
  if (stalled) void stage.over(kind);
}
