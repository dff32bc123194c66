import { TRANSPORTS, type Transport } from '../../../core/kernel/settings/schema.ts';
import { createRandom, type Random } from '../../../fixtures/localnet/keys/random.ts';
import { drawFault, kindsFor } from './draw-fault.ts';
import {
  BATCH_TABLES,
  type BatchTable,
  type Fault,
  type FaultKind,
  type Plan,
  PROGRAM_TABLES,
  type StoreKind,
  type Subject,
} from './fault.ts';

export interface PlanOptions {
  /** Left out, the seed decides. */
  readonly store?: StoreKind | undefined;
  /** The kinds to draw from; left out, all. */
  readonly faults?: readonly FaultKind[] | undefined;
  /** What is followed; left out, the launches. */
  readonly subject?: Subject | undefined;
}

/** The tour is over at about slot 375; what begins later sees a gentler life. */
const LAST_OPENING = 330;
/** The first faults meet a start, the last ones leave time to be noticed. */
const QUIET_END = 12;
const FAULTS = { least: 3, most: 5 } as const;
/** RPC is asked only at a start and in repairs, so its faults come together with one of these. */
const ASKING: readonly FaultKind[] = ['outage', 'kill'];

/** Everything that happens in one run, from nothing but the seed and the options. */
export function planOf(seed: string, options: PlanOptions = {}): Plan {
  const random = createRandom('chaos', seed);
  const drawn: StoreKind = random.chance(0.5) ? 'server' : 'embedded';
  const store = options.store ?? drawn;
  const slots = random.integer(50, 100);
  const { subject = 'launches' } = options;
  const kinds = kindsFor(store).filter((kind) => options.faults?.includes(kind) ?? true);
  return {
    seed,
    subject,
    store,
    transport: random.pick<Transport>(TRANSPORTS),
    // Drawn apart, so that the rest of a seed's plan stays what it was.
    tokenAccounts: createRandom('chaos token accounts', seed).chance(0.25) ? 'transactions' : 'stream',
    pledgeMemory: createRandom('chaos pledge memory', seed).chance(0.5) ? 'little' : 'all',
    slices: createRandom('chaos slices', seed).chance(0.25) ? '256' : '1',
    fromSlot: random.chance(0.2) ? 1 : random.integer(20, LAST_OPENING),
    fresh: random.chance(0.15),
    slots,
    weather: random.chance(0.5) ? { skipped: 0.04, dead: 0.01 } : { skipped: 0.15, dead: 0.12 },
    faults: drawFaults(random, kinds, slots).map((fault) => (subject === 'vault' ? ofProgram(fault) : fault)),
  };
}

/** The same fault, with a table that the index of a program has. */
function ofProgram(fault: Fault): Fault {
  if (fault.kind !== 'kill-at-write') return fault;
  const tables: readonly BatchTable[] = BATCH_TABLES;
  const at = tables.indexOf(fault.table);
  return { ...fault, table: PROGRAM_TABLES[at] ?? fault.table };
}

function drawFaults(random: Random, kinds: readonly FaultKind[], slots: number): readonly Fault[] {
  const [first, ...rest] = kinds;
  if (first === undefined) return [];
  const count = random.integer(FAULTS.least, FAULTS.most);
  const faults = Array.from({ length: count }, () => {
    const kind = random.pick([first, ...rest]);
    return drawFault(kind, random, random.integer(0, slots - QUIET_END));
  });
  return [...faults, ...companions(random, faults, kinds)].sort((a, b) => a.slot - b.slot);
}

/** A fault of RPC is nothing unless something is asked there. */
function companions(random: Random, faults: readonly Fault[], kinds: readonly FaultKind[]): Fault[] {
  const possible = ASKING.filter((kind) => kinds.includes(kind));
  return faults.flatMap((fault) => {
    const kind = possible[random.integer(0, 1)] ?? possible[0];
    return fault.kind.startsWith('rpc-') && fault.slot > 0 && kind
      ? [drawFault(kind, random, fault.slot + 1)]
      : [];
  });
}
