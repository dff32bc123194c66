import type { ExecutionResult } from 'graphql';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { StoreStep } from '../../read/latest/store.ts';
import { type Pin, pinOf } from '../../read/rollbacks.ts';
import { Scope } from '../request/scope.ts';

/** One step of the index for subscribers: they share one scope, so each read happens once. */
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
   * The answer to a request that several subscribers may share, made for the first of them whose network still has its
   * share.
   */
  answer(question: string, make: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    const made = this.#answers.get(question);
    const answer = made === undefined ? make() : made.then((result) => (isRefused(result) ? make() : result));
    this.#answers.set(question, answer);
    return answer;
  }
}

/** Whether a part is missing because the caller's network has used its share. */
function isRefused({ errors = [] }: ExecutionResult): boolean {
  return errors.some(({ originalError }) => isLaunchlensError(originalError, 'CLIENT_SHARE_USED'));
}
