import type { ExecutionResult } from 'graphql';
import { camelCased } from '../../../schemas/letter-case.ts';
import type { SourceNode } from '../../../schemas/rest/source.ts';
import type { Between } from '../../actions/programs/changes.ts';
import { sourceStamp } from '../../actions/source-stamp.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import { type Pin, pinOf, survives } from '../../read/rollbacks.ts';
import type { SlotSnapshot } from '../../read/slots.ts';
import type { ProgramHub } from './program-hub.ts';
import type { BoundedQueue } from './queue.ts';
import type { Step, Steps } from './subscribe.ts';

/** A step of a program's index, with what a subscription tells of it. */
export class ProgramStep<Told> implements Step {
  readonly pin: Pin;
  readonly scope: { readonly requestSource: SourceNode };
  readonly told: Told;

  constructor({ stamp }: SlotSnapshot, told: Told) {
    this.pin = pinOf(stamp);
    this.scope = { requestSource: camelCased(sourceStamp(stamp)) };
    this.told = told;
  }

  answer(_question: string, make: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    return make();
  }
}

/** What a client subscribed to. */
export interface ProgramTopic<Told> {
  readonly reads: ProgramReads;
  /** Equal for equal subscriptions. */
  readonly question: string;
  /** The last slot that the subscriber knows; later changes are sent immediately. */
  readonly since: Pin | undefined;
  /** What is told of a step: null if that is nothing, undefined if the step was rolled back meanwhile. */
  readonly tell: (between: Between) => Promise<Told | null | undefined>;
}

/** The steps that there is something to tell of, in order. */
export function programSteps<Told>(hub: ProgramHub, topic: ProgramTopic<Told>, client: string): Steps {
  const { reads, since } = topic;
  const queue = hub.follow(reads, client);
  const newest = reads.steps.newest();
  if (since !== undefined && newest) queue.push(newest);
  const shown = since ?? (newest && pinOf(newest.stamp));
  const steps = tellSteps(hub, topic, queue, shown);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => steps.next(),
    // Ends what the generator waits for, which could not return before.
    return: async () => {
      await queue.return();
      return steps.return(undefined);
    },
  };
}

async function* tellSteps<Told>(
  hub: ProgramHub,
  { reads, question, tell }: ProgramTopic<Told>,
  queue: BoundedQueue<SlotSnapshot>,
  first: Pin | undefined,
): AsyncGenerator<ProgramStep<Told>, undefined, undefined> {
  let shown = first;
  for await (const snapshot of queue) {
    const { stamp, rollbacks } = snapshot;
    const since = shown ?? pinOf(stamp);
    // A subscriber that saw a newer state elsewhere is not sent an older one, unless that state was rolled back.
    if (stamp.slot <= since.slot && survives(since, rollbacks)) {
      shown = since;
      continue;
    }
    const asked = [reads.program.name, stamp.epoch, since.slot, since.rollback, question].join(' ');
    const { told } = await hub.share(asked, async () => ({ told: await tell({ snapshot, since }) }));
    if (told === undefined) continue;
    shown = pinOf(stamp);
    if (told !== null) yield new ProgramStep(snapshot, told);
  }
  return undefined;
}
