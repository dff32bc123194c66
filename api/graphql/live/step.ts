import type { ExecutionResult } from 'graphql';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { StoreStep } from '../../read/latest/store.ts';
import { type Pin, pinOf } from '../../read/take-backs.ts';
import { Scope } from '../request/scope.ts';

/** One step of the index on its way to subscribers: they all read it through one scope, so each read is made once. */
export class LiveStep {
  readonly slot: bigint;
  readonly pin: Pin;
  readonly scope: Scope;
  readonly #answers = new Map<string, Promise<ExecutionResult>>();

  constructor(context: MirrorContext, { stamp }: StoreStep['snapshot']) {
    this.slot = stamp.slot;
    this.pin = pinOf(stamp);
    this.scope = new Scope(context, stamp);
  }

  /**
   * The answer to a question that several subscribers may ask in the same words, made for the first of them whose
   * network may still read what it takes.
   */
  answer(question: string, make: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    const made = this.#answers.get(question);
    const answer = made === undefined ? make() : made.then((result) => (isRefused(result) ? make() : result));
    this.#answers.set(question, answer);
    return answer;
  }
}

/** Whether a part is missing because the network of the asker has used its share. */
function isRefused({ errors = [] }: ExecutionResult): boolean {
  return errors.some(({ originalError }) => isLaunchlensError(originalError, 'CLIENT_SHARE_USED'));
}
