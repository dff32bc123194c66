import type { Fate } from '../../../fixtures/localnet/yellowstone/faults.ts';
import type { Message } from '../../../fixtures/localnet/yellowstone/message.ts';
import type { Boundary } from './boundary.ts';
import type { Walk } from './walk.ts';
import type { SceneName } from './walked.ts';

export interface Step {
  readonly name: string;
  readonly go: (walk: Walk) => Promise<void>;
}

export interface Scene {
  /** It begins on a store without a schema. */
  readonly bare: boolean;
  readonly steps: readonly Step[];
  /** The boundaries that it is for, by their step; the other steps lead there. */
  readonly counted: Readonly<Record<string, (boundary: Boundary) => boolean>>;
}

/** Longer than a correction waits before what it replaced is removed. */
const SETTLED_MS = 61_000;
/** Messages that a write comes late: the blocks of so many take a slot out of what is being assembled. */
const LATE_MESSAGES = 60;
const FORK = { blocks: 6, sameSlots: true, silent: false } as const;

/** An index comes into being: what a node's RPC tells, then the stream. */
const start: Step = {
  name: 'start',
  go: async (walk) => {
    await walk.live();
    await walk.untilIndexed();
  },
};

/** Slots with writes of every kind. */
const stream: Step = { name: 'stream', go: (walk) => walk.play(5) };

/** What a Pledge account holds. */
const PLEDGE_BYTES = 139;

/** The write of a Pledge comes when its slot is indexed already. */
const late: Step = {
  name: 'late',
  go: async (walk) => {
    const { send } = walk.chain.fates;
    let left = 1;
    const delayed = (message: Message): Fate | undefined => {
      if (message.kind !== 'account' || left === 0) return undefined;
      if (message.write.data.length !== PLEDGE_BYTES) return undefined;
      left -= 1;
      walk.comesLate(message.write.pubkey);
      return { after: LATE_MESSAGES };
    };
    send.add(delayed);
    await walk.play(8);
    send.delete(delayed);
    await walk.play(4);
    await walk.until(() => walk.count('rows checkpoints') > walk.count('rows slots'));
  },
};

/** Time passes, and what a correction replaced is removed. */
const settle: Step = {
  name: 'settle',
  go: async (walk) => {
    await walk.skip(SETTLED_MS);
    await walk.play(2);
    await walk.until(() => walk.count('delete') > 0);
  },
};

/** The process dies with all rows of a batch written, and no checkpoint. */
const crash: Step = {
  name: 'crash',
  go: (walk) =>
    walk.dieAt({ step: 'crash', statement: 'rows checkpoints', nth: 1, moment: 'before' }, () =>
      walk.advance(8),
    ),
};

/** What the crash left is cleared away, and the slots come again. */
const recover: Step = {
  name: 'recover',
  go: async (walk) => {
    await walk.live();
    await walk.untilIndexed();
  },
};

/** A fork is indexed and dies; other blocks take its slots. */
const fork: Step = {
  name: 'fork',
  go: async (walk) => {
    walk.doom(FORK);
    await walk.play(FORK.blocks);
    await walk.play(FORK.blocks + 4);
  },
};

/** A fork is indexed. */
const doomed: Step = {
  name: 'doomed',
  go: async (walk) => {
    walk.doom(FORK);
    await walk.play(FORK.blocks);
  },
};

/** The process ends in peace, with the fork in its coverage. */
const rest: Step = { name: 'rest', go: (walk) => walk.end() };

/** It comes back to a chain on which its last slots have died. */
const comeBack: Step = {
  name: 'return',
  go: async (walk) => {
    walk.advance(FORK.blocks + 4);
    await walk.live();
    await walk.untilIndexed();
  },
};

const end: Step = { name: 'end', go: (walk) => walk.end() };

const LEDGERS = ['open', 'delete', 'insert', 'rows take_backs', 'rows coverage', 'rows checkpoints'];

/** Between them they write everything that an indexer writes. */
export const SCENES: Readonly<Record<SceneName, Scene>> = {
  correct: {
    bare: false,
    steps: [start, stream, late, settle],
    counted: { late: isSecond, settle: isOfSettling },
  },
  recover: { bare: false, steps: [start, stream, late, crash, recover], counted: { recover: isOfLedgers } },
  fork: { bare: false, steps: [start, stream, fork], counted: { fork: isOfLedgers } },
  return: { bare: false, steps: [start, stream, doomed, rest, comeBack], counted: { return: isOfLedgers } },
  begin: { bare: true, steps: [start, stream, end], counted: { start: isAny, stream: isFirst, end: isAny } },
};

export const SCENE_NAMES = Object.keys(SCENES) as readonly SceneName[];

function isAny(): boolean {
  return true;
}

function isFirst({ nth }: Boundary): boolean {
  return nth === 1;
}

/** The batch of the correction: one of the stream comes before it. */
function isSecond({ nth }: Boundary): boolean {
  return nth === 2;
}

/** Whether accounts of the other tables were replaced depends on the slot that the write came late for. */
function isOfSettling({ statement }: Boundary): boolean {
  return statement === 'delete launch_versions';
}

/** What comes before the stream goes on; the batches that follow are as those of the begin. */
function isOfLedgers({ statement, nth }: Boundary): boolean {
  return nth <= 2 && LEDGERS.some((begin) => statement.startsWith(begin));
}
