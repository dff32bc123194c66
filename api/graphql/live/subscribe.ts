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
import type { Pin } from '../../read/take-backs.ts';
import type { Topic } from './hub.ts';
import { BoundedQueue } from './queue.ts';
import type { LiveStep } from './step.ts';

/** The dependencies of the `subscribe` resolvers. */
export interface LiveContext {
  readonly follow: (topic: Topic) => AsyncIterable<LiveStep>;
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

type Steps = AsyncIterable<LiveStep> & { return?: () => Promise<unknown> };

/**
 * Subscribes: each step is answered when it arrives, once for all equal requests, and waits in a bounded queue for its
 * reader.
 */
export async function subscribe(
  args: ExecutionArgs,
  { eventsWaiting, closing }: SubscribeLimits,
): Promise<ExecutionResult | BoundedQueue<LiveEvent>> {
  const steps = (await createSourceEventStream(args)) as ExecutionResult | Steps;
  if (!(Symbol.asyncIterator in steps)) return steps;
  const events = new BoundedQueue<LiveEvent>(eventsWaiting, () => void steps.return?.());
  const question = questionOf(args);
  const make = (step: LiveStep) => async () =>
    execute({ ...args, rootValue: step, contextValue: step.scope });
  const pass = async (): Promise<LaunchlensError> => {
    for await (const step of steps) {
      const result = await step.answer(question, make(step));
      const extensions = { source: step.scope.requestSource };
      if (!events.push({ at: step.pin, result: { ...result, extensions } })) break;
    }
    if (closing()) return new LaunchlensError('SUBSCRIPTION_ENDED', {});
    return new LaunchlensError('SUBSCRIBER_TOO_SLOW', { limit: eventsWaiting });
  };
  // The reader always gets the reason for the end, unless it left itself.
  pass().then(
    (reason) => events.end(endOf(reason)),
    (error: unknown) => events.end(endOf(error)),
  );
  return events;
}

function endOf(error: unknown): LiveEvent {
  const located = new GraphQLError('the subscription ended', { originalError: error as Error });
  return { at: undefined, result: { errors: [located] } };
}

const documentIds = new WeakMap<DocumentNode, number>();
let documents = 0;

/** Equal for equal subscriptions. */
function questionOf({ schema, document, operationName, variableValues }: ExecutionArgs): string {
  let id = documentIds.get(document);
  if (id === undefined) {
    documents += 1;
    id = documents;
    documentIds.set(document, id);
  }
  // Only declared variables count, after coercion.
  const declared = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { coerced } = getVariableValues(schema, declared, { ...variableValues });
  const spelled = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  return JSON.stringify([id, operationName ?? null, coerced], spelled);
}
