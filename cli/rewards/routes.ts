import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import { check, checkInput } from './check.ts';
import { load, loadInput } from './load.ts';
import { digest, digestInput, price, priceInput, review, reviewInput } from './orders.ts';
import type { RewardParts } from './parts.ts';

export const REWARD_ORDERS = {
  price: 'rewards-price',
  review: 'rewards-review',
  digest: 'rewards-digest',
  check: 'rewards-check',
  load: 'backfill-rewards',
} as const;

export type RewardOrder = (typeof REWARD_ORDERS)[keyof typeof REWARD_ORDERS];

/** The reward commands, run by the process that holds the store. */
export function rewardRoutes(parts: RewardParts): OperatorRoute[] {
  return [
    operatorRoute({
      name: REWARD_ORDERS.price,
      input: priceInput,
      run: (input, signal) => price(parts, input, signal),
    }),
    operatorRoute({
      name: REWARD_ORDERS.review,
      input: reviewInput,
      run: (input, signal) => review(parts, input, signal),
    }),
    operatorRoute({
      name: REWARD_ORDERS.digest,
      input: digestInput,
      run: (input, signal) => digest(parts, input, signal),
    }),
    operatorRoute({
      name: REWARD_ORDERS.check,
      input: checkInput,
      run: (_input, signal) => check(parts, signal),
    }),
    operatorRoute({
      name: REWARD_ORDERS.load,
      input: loadInput,
      run: (input, signal) => load(parts, input, signal),
    }),
  ];
}
