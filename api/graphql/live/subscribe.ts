import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { SourceNode } from '../../../schemas/rest/source.ts';
import type { Pin } from '../../read/rollbacks.ts';
import type { Topic } from './hub.ts';
import type { ProgramHub } from './program-hub.ts';
import { BoundedQueue } from './queue.ts';
import type { LiveStep } from './step.ts';

/** One step of an index, as a subscription answers it. */
export interface Step {
  readonly pin: Pin;
  /** What resolvers get. */
  readonly scope: { readonly requestSource: SourceNode };
  answer(question: string, make: () => Promise<ExecutionResult>): Promise<ExecutionResult>;
}

export type Steps = AsyncIterableIterator<Step>;

/** The dependencies of the `subscribe` resolvers. */
export interface LiveContext {
  readonly follow: (topic: Topic) => AsyncIterable<LiveStep>;
  readonly programs: ProgramHub;
  /** The network of the client. */
  readonly client: string;
  /** The last event that the client saw before it reconnected. */
  readonly lastEventId: Pin | undefined;
}

/** One event: an answer and its slot; no slot if it is an end. */
export interface LiveEvent {
  readonly at: Pin | undefined;
  readonly result: ExecutionResult;
}

export interface SubscribeLimits {
  readonly eventsWaiting: number;
  /** Whether the server is shutting down. */
  readonly closing: () => boolean;
}

/** Answers subscriptions, each step once for all equal ones. */
export class Subscriptions {
  readonly #limits: SubscribeLimits;
  /** The cache of parsed documents makes equal documents identical. */
  readonly #documentIds = new WeakMap<DocumentNode, number>();
  #documents = 0;

  constructor(limits: SubscribeLimits) {
    this.#limits = limits;
  }

  /** Each step is answered when it arrives, and waits in a bounded queue for its reader. */
  async open(args: ExecutionArgs): Promise<ExecutionResult | BoundedQueue<LiveEvent>> {
    const steps = (await createSourceEventStream(args)) as ExecutionResult | Steps;
    if (!(Symbol.asyncIterator in steps)) return steps;
    const events = new BoundedQueue<LiveEvent>(this.#limits.eventsWaiting, () => void steps.return?.());
    // The reader always gets the reason for the end, unless it left itself.
    this.#pass(args, steps, events).then(
      (reason) => events.end(endOf(reason)),
      (error: unknown) => events.end(endOf(error)),
    );
    return events;
  }

  /** Returns why the subscription ends. */
  async #pass(args: ExecutionArgs, steps: Steps, events: BoundedQueue<LiveEvent>): Promise<LaunchlensError> {
    const { eventsWaiting, closing } = this.#limits;
    const question = this.#questionOf(args);
    for await (const step of steps) {
      const contextValue = step.scope;
      const result = await step.answer(question, async () =>
        execute({ ...args, rootValue: step, contextValue }),
      );
      const extensions = { source: contextValue.requestSource };
      if (!events.push({ at: step.pin, result: { ...result, extensions } })) break;
    }
    if (closing()) return new LaunchlensError('SUBSCRIPTION_ENDED', {});
    return new LaunchlensError('SUBSCRIBER_TOO_SLOW', { limit: eventsWaiting });
  }

  /** Equal for equal subscriptions. */
  #questionOf({ schema, document, operationName, variableValues }: ExecutionArgs): string {
    const id = this.#documentIds.get(document) ?? ++this.#documents;
    this.#documentIds.set(document, id);
    // Only declared variables count, after coercion.
    const declared = getOperationAST(document, operationName)?.variableDefinitions ?? [];
    const { coerced } = getVariableValues(schema, declared, { ...variableValues });
    const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
    return JSON.stringify([id, operationName ?? null, coerced], asText);
  }
}

function endOf(error: unknown): LiveEvent {
  const located = new GraphQLError('the subscription ended', { originalError: error as Error });
  return { at: undefined, result: { errors: [located] } };
}
