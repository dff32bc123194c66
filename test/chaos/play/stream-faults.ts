import type { Fate } from '../../../fixtures/localnet/yellowstone/faults.ts';
import type { GrpcStatus } from '../../../fixtures/localnet/yellowstone/grpc/status.ts';
import type { Message } from '../../../fixtures/localnet/yellowstone/message.ts';
import type { FaultOf } from '../plan/fault.ts';
import type { Stage } from './stage.ts';

/** A fault that has not met anything after so many slots is given up. */
const PATIENCE_SLOTS = 25;
/** Slots until something that was sent late is surely in the index. */
const SETTLING_SLOTS = 20;

const STATUS: Readonly<Record<Exclude<FaultOf<'disconnect'>['status'], 'none'>, GrpcStatus>> = {
  UNAVAILABLE: { code: 14, message: 'server is shutting down try again later' },
  INTERNAL: { code: 13, message: 'h2 protocol error: connection reset' },
  OK: { code: 0, message: '' },
};

/** Lets `fateOf` decide about messages until it is done or nothing comes; true when it was done. */
async function decide(
  { chain, steps }: Stage,
  fateOf: (message: Message, done: () => void) => Fate | undefined,
): Promise<boolean> {
  const { send } = chain.fates;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const ask = (message: Message): Fate | undefined => fateOf(message, () => resolve(true));
  send.add(ask);
  void steps.more(PATIENCE_SLOTS).then(() => resolve(false));
  const met = await promise;
  send.delete(ask);
  return met;
}

/** Ends the stream after so many messages. */
function cutAfter(stage: Stage, messages: number, fate: Fate): Promise<boolean> {
  let left = messages;
  return decide(stage, (_message, done) => {
    left -= 1;
    if (left > 0) return undefined;
    done();
    return left === 0 ? fate : undefined;
  });
}

export async function disconnect(stage: Stage, { after, status, kind }: FaultOf<'disconnect'>) {
  if (await cutAfter(stage, after, status === 'none' ? 'cut' : STATUS[status])) void stage.over(kind);
}

export async function lagged(stage: Stage, { after, code, words, kind }: FaultOf<'lagged'>) {
  if (await cutAfter(stage, after, { code, message: words })) void stage.over(kind);
}

export async function absence(stage: Stage, { slots, kind }: FaultOf<'absence'>) {
  const { chain, steps } = stage;
  await chain.alone(async () => {
    await chain.stopStream();
    await steps.more(slots);
    await chain.startStream();
  });
  void stage.over(kind);
}

export async function duplicates(stage: Stage, { messages, kind }: FaultOf<'duplicates'>) {
  let left = messages;
  await decide(stage, (_message, done) => {
    left -= 1;
    if (left < 0) done();
    return left < 0 ? undefined : 'twice';
  });
  if (left < messages) void stage.over(kind);
}

export async function lateWrites(stage: Stage, { writes, after, kind }: FaultOf<'late-writes'>) {
  const unsettled = stage.mayMislead();
  let left = writes;
  await decide(stage, (message, done) => {
    if (message.kind !== 'account') return undefined;
    left -= 1;
    if (left === 0) done();
    if (left < 0) return undefined;
    stage.comesLate(message.write.slot);
    return { after };
  });
  if (left < writes) void stage.over(kind);
  await stage.steps.more(SETTLING_SLOTS);
  await stage.watch.reach(stage.chain.confirmed);
  unsettled.over = true;
}

export async function lostMessage(stage: Stage, { what, messages, kind }: FaultOf<'lost-message'>) {
  let left = messages;
  await decide(stage, (message, done) => {
    if (message.kind !== what) return undefined;
    left -= 1;
    if (left === 0) done();
    return left < 0 ? undefined : 'drop';
  });
  if (left < messages) void stage.over(kind);
}

/** Answers `times` requests to replay with what `answer` gives. */
async function refuseReplay(
  { chain, steps }: Stage,
  times: number,
  answer: (fromSlot: bigint) => GrpcStatus,
): Promise<boolean> {
  const { replay } = chain.fates;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let left = times;
  const ask = (fromSlot: bigint): GrpcStatus | undefined => {
    left -= 1;
    if (left === 0) resolve(true);
    return left < 0 ? undefined : answer(fromSlot);
  };
  replay.add(ask);
  void steps.more(times * PATIENCE_SLOTS).then(() => resolve(left < times));
  const met = await promise;
  replay.delete(ask);
  return met;
}

export async function outOfRange(stage: Stage, { after, above, kind }: FaultOf<'out-of-range'>) {
  const refused = refuseReplay(stage, 1, (fromSlot) => ({
    code: 11,
    message: `broadcast from ${fromSlot} is not available, last available: ${fromSlot + BigInt(above)}`,
  }));
  await cutAfter(stage, after, 'cut');
  if (await refused) void stage.over(kind);
}

/** After this many in a row nobody can expect a replay any more. */
const GIVEN_UP = 4;

export async function replayFailed(stage: Stage, { after, times, kind }: FaultOf<'replay-failed'>) {
  const lost = times >= GIVEN_UP ? stage.mayLose() : undefined;
  const refused = refuseReplay(stage, times, () => ({ code: 13, message: 'failed to get replay response' }));
  await cutAfter(stage, after, 'cut');
  const met = await refused;
  if (met) await endLoss(stage, kind, lost);
  else if (lost) lost.to = lost.from;
}

export async function outage(stage: Stage, { slots, window, kind }: FaultOf<'outage'>) {
  const { chain, steps } = stage;
  await chain.alone(async () => {
    const lost = stage.mayLose();
    await chain.stopStream();
    await steps.more(slots);
    await chain.startStream(window);
    await endLoss(stage, kind, lost);
    // From here on the server holds everything again.
    await chain.stopStream();
    await chain.startStream();
  });
}

async function endLoss(
  stage: Stage,
  kind: 'outage' | 'replay-failed',
  lost: { to: bigint | undefined } | undefined,
): Promise<void> {
  await stage.over(kind);
  if (lost) lost.to = stage.watch.slot;
}

/** A stream that is dead and open must be noticed without a sign. */
export async function silence(stage: Stage, { kind }: FaultOf<'silence'>) {
  stage.chain.link.freeze();
  void stage.over(kind);
}

/** Slots after which an indexer that has not asked anew must have been away. */
const LONGEST_FREEZE_SLOTS = 400;

/** Pings come and nothing else, until the indexer asks anew. */
export async function frozen(stage: Stage, { kind }: FaultOf<'frozen'>) {
  const { send, replay } = stage.chain.fates;
  const { promise, resolve } = Promise.withResolvers<void>();
  const drop = (): Fate => 'drop';
  const asked = (): undefined => {
    resolve();
  };
  send.add(drop);
  replay.add(asked);
  await Promise.race([promise, stage.steps.more(LONGEST_FREEZE_SLOTS)]);
  send.delete(drop);
  replay.delete(asked);
  void stage.over(kind);
}
