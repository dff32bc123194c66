import { type ExecutionResult, GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { MirrorContext } from '../../../../api/actions/context.ts';
import { LiveStep } from '../../../../api/graphql/live/step.ts';
import type { StoreStep } from '../../../../api/read/latest/store.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';

const GOOD: ExecutionResult = { data: { launchChanged: null } };
const originalError = new LaunchlensError('CLIENT_SHARE_USED', { what: 'ClickHouse reads', seconds: 1 });
const REFUSED: ExecutionResult = { errors: [new GraphQLError('refused', { originalError })], data: null };

function step(): LiveStep {
  const checkpoint = { slot: 5n, chainSlot: 5n, indexedAt: 0, commitment: 'confirmed', rollbackRevision: 0n };
  const stamp = { slot: 5n, now: undefined, checkpoint, identity: {}, verifiedSlot: undefined, epoch: 1 };
  return new LiveStep({} as MirrorContext, { stamp } as unknown as StoreStep['snapshot']);
}

describe('a step', () => {
  test('is answered once for all who ask the same, and not by the refusal of one network', async () => {
    const made: string[] = [];
    const make = (name: string, result: ExecutionResult) => async () => {
      made.push(name);
      return result;
    };
    const here = step();
    const answers = [
      here.answer('q', make('used up', REFUSED)),
      here.answer('q', make('second', GOOD)),
      here.answer('q', make('third', GOOD)),
      here.answer('another q', make('other', GOOD)),
    ];
    expect(await Promise.all(answers)).toEqual([REFUSED, GOOD, GOOD, GOOD]);
    expect(made.sort()).toEqual(['other', 'second', 'used up']);
  });
});
