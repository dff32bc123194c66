import type { Random } from '../../../fixtures/localnet/keys/random.ts';
import { BATCH_TABLES, type Fault, type FaultKind, type FaultOf, type StoreKind } from './fault.ts';

type Draw<Kind extends FaultKind> = (random: Random, slot: number) => FaultOf<Kind>;

type DroppedWords = Pick<FaultOf<'lagged'>, 'code' | 'words'>;

const LAGGED: readonly [DroppedWords, ...DroppedWords[]] = [
  { code: 13, words: 'lagged to send an update' },
  { code: 13, words: 'lagged to receive geyser messages' },
  { code: 8, words: 'the client is too slow and was dropped' },
];

/** How each fault is drawn. */
const DRAWS: { readonly [Kind in FaultKind]: Draw<Kind> } = {
  disconnect: (random, slot) => ({
    kind: 'disconnect',
    slot,
    after: random.integer(1, 60),
    status: random.pick(['none', 'UNAVAILABLE', 'INTERNAL', 'OK']),
  }),
  absence: (random, slot) => ({ kind: 'absence', slot, slots: random.integer(2, 20) }),
  lagged: (random, slot) => ({
    kind: 'lagged',
    slot,
    after: random.integer(1, 60),
    ...random.pick(LAGGED),
  }),
  duplicates: (random, slot) => ({ kind: 'duplicates', slot, messages: random.integer(20, 300) }),
  'late-writes': (random, slot) => ({
    kind: 'late-writes',
    slot,
    writes: random.integer(1, 6),
    after: random.integer(12, 30),
  }),
  'lost-message': (random, slot) => ({
    kind: 'lost-message',
    slot,
    what: random.pick(['block_meta', 'slot']),
    messages: random.integer(1, 3),
  }),
  'out-of-range': (random, slot) => ({
    kind: 'out-of-range',
    slot,
    after: random.integer(1, 40),
    above: random.integer(1, 8),
  }),
  'replay-failed': (random, slot) => ({
    kind: 'replay-failed',
    slot,
    after: random.integer(1, 40),
    times: random.chance(0.7) ? random.integer(1, 3) : random.integer(5, 7),
  }),
  outage: (random, slot) => {
    const window = random.integer(3, 12);
    return { kind: 'outage', slot, slots: window + random.integer(10, 30), window };
  },
  'dying-fork': (random, slot) => ({
    kind: 'dying-fork',
    slot,
    blocks: random.integer(4, 16),
    sameSlots: random.chance(0.5),
    silent: random.chance(0.5),
  }),
  equivocation: (random, slot) => ({
    kind: 'equivocation',
    slot,
    blocks: random.integer(4, 12),
    sameSlots: random.chance(0.5),
    slots: random.integer(8, 20),
  }),
  silence: (_random, slot) => ({ kind: 'silence', slot }),
  frozen: (_random, slot) => ({ kind: 'frozen', slot }),
  'kill-at-write': (random, slot) => ({
    kind: 'kill-at-write',
    slot,
    table: random.pick(BATCH_TABLES),
    nth: random.integer(1, 3),
    phase: random.pick(['before', 'during', 'after']),
    down: random.integer(0, 15),
  }),
  'kill-at-start': (random, slot) => ({
    kind: 'kill-at-start',
    slot,
    nth: random.integer(1, 14),
    down: random.integer(0, 15),
  }),
  kill: (random, slot) => ({ kind: 'kill', slot, down: random.integer(0, 15) }),
  restart: (random, slot) => ({ kind: 'restart', slot, down: random.integer(0, 15) }),
  'rpc-rate-limit': (random, slot) => ({
    kind: 'rpc-rate-limit',
    slot,
    requests: random.integer(1, 3),
    retryAfter: random.pick([undefined, 1, 2]),
  }),
  'rpc-no-answer': (random, slot) => ({ kind: 'rpc-no-answer', slot, requests: random.integer(1, 2) }),
  'rpc-lagging': (random, slot) => ({
    kind: 'rpc-lagging',
    slot,
    requests: random.integer(2, 4),
    behind: random.integer(2, 20),
    honest: random.chance(0.5),
  }),
  'rpc-backwards': (random, slot) => ({
    kind: 'rpc-backwards',
    slot,
    requests: random.integer(4, 8),
    behind: random.integer(1, 10),
  }),
  'disk-full': (random, slot) => ({ kind: 'disk-full', slot, slots: random.integer(3, 25) }),
  'store-refuses': (random, slot) => ({
    kind: 'store-refuses',
    slot,
    inserts: random.integer(1, 12),
    with: random.pick(['reset', 'busy', 'memory']),
  }),
  'store-slow': (random, slot) => ({
    kind: 'store-slow',
    slot,
    inserts: random.integer(1, 5),
    slots: random.integer(2, 12),
  }),
  'store-mute': (random, slot) => ({ kind: 'store-mute', slot, inserts: random.integer(1, 3) }),
  'store-dies': (random, slot) => ({
    kind: 'store-dies',
    slot,
    nth: random.integer(1, 8),
    down: random.integer(1, 20),
  }),
  'store-stalls': (random, slot) => ({ kind: 'store-stalls', slot, slots: random.integer(5, 60) }),
};

export const FAULT_KINDS = Object.keys(DRAWS) as readonly FaultKind[];

const OF_SERVER: ReadonlySet<FaultKind> = new Set([
  'store-refuses',
  'store-slow',
  'store-mute',
  'store-dies',
  'store-stalls',
]);

/** The kinds that make sense for a store. */
export function kindsFor(store: StoreKind): readonly FaultKind[] {
  return store === 'embedded' ? FAULT_KINDS.filter((kind) => !OF_SERVER.has(kind)) : FAULT_KINDS;
}

export function drawFault(kind: FaultKind, random: Random, slot: number): Fault {
  return DRAWS[kind](random, slot);
}
