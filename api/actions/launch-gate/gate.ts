import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { repeat } from '../../../core/kernel/retries.ts';
import {
  type GateLeg,
  type GateLegStatus,
  gateLeg,
  type LaunchGateAnswer,
} from '../../../schemas/rest/launch-gate.ts';
import type { LaunchGateReader } from '../../read/launch-gate.ts';
import type { GateState, LaunchGate } from '../../state/launch-gate.ts';
import type { Measured } from '../measures.ts';
import { writerOf } from '../write.ts';

/** The `launch_gate` of an answer: open once every leg has passed. */
export function launchGateAnswer(legs: readonly GateLeg[]): LaunchGateAnswer {
  return {
    open: legs.every(({ status }) => status === 'passed'),
    pending: legs.filter(({ status }) => status === 'pending').map(({ name }) => name),
    legs: [...legs],
  };
}

const writeLeg = writerOf(gateLeg);

/** The legs in wire format. */
export function gateLegs({ legs }: GateState): GateLeg[] {
  return legs.map(writeLeg);
}

/** The dependencies for operators who set the launch gate. Actions are recorded under the operator's name. */
export interface OperateGateContext {
  readonly launchGate: LaunchGate;
  readonly clock: Clock;
}

export interface LegChange {
  readonly name: string;
  readonly status: GateLegStatus;
  readonly note: string;
  readonly operator: string;
}

/** People do not read a longer list. */
export const MOST_LEGS = 32;

/** The gate after setting the leg; a new leg comes last. @throws LAUNCH_GATE_FULL */
export async function setLeg(
  { launchGate, clock }: OperateGateContext,
  { operator, ...leg }: LegChange,
): Promise<LaunchGateAnswer> {
  const at = clock.now();
  const action = { at, operator, action: 'launch-gate set', details: leg };
  const state = await launchGate.set({ ...leg, updatedAt: at }, action, MOST_LEGS);
  if (!state) throw new LaunchlensError('LAUNCH_GATE_FULL', { most: MOST_LEGS });
  return launchGateAnswer(gateLegs(state));
}

/** The gate after removing the leg. @throws GATE_LEG_UNKNOWN */
export async function removeLeg(
  { launchGate, clock }: OperateGateContext,
  { operator, ...leg }: Pick<LegChange, 'name' | 'note' | 'operator'>,
): Promise<LaunchGateAnswer> {
  const action = { at: clock.now(), operator, action: 'launch-gate remove', details: leg };
  const state = await launchGate.remove(leg.name, action);
  if (!state) throw new LaunchlensError('GATE_LEG_UNKNOWN', {});
  return launchGateAnswer(gateLegs(state));
}

export const GATE_MEASURES = {
  prefix: 'launchlens_launch_gate',
  states: [],
  counts: ['failures'],
} as const;

export interface FollowedGate {
  readonly reader: LaunchGateReader;
  /** Follows changes by other processes, until the signal aborts. */
  run(options: {
    readonly clock: Clock;
    readonly logger: Logger;
    readonly signal: AbortSignal;
  }): Promise<void>;
}

const EVERY_MS = 1_000;
/** Where no other process can change the gate. */
const ALONE_EVERY_MS = 60_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 5_000 };

/**
 * Keeps the legs of the gate in memory: changes by this process immediately, those of others within about a second.
 * While the store cannot be read, the last known legs remain, each with the time it was set.
 */
export async function followGate(
  launchGate: LaunchGate,
  stats: Measured<typeof GATE_MEASURES>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<FollowedGate> {
  let state = await launchGate.read();
  let changes = 0;
  const stop = launchGate.whenChanged((changed) => {
    changes += 1;
    if (changed.version > state.version) state = changed;
  });
  const look = async (): Promise<undefined> => {
    const before = changes;
    const found = await launchGate.read();
    // A concurrent change of this process may be newer than what was read.
    if (changes === before) state = found;
  };
  const reader: LaunchGateReader = {
    legs: () => gateLegs(state),
    get version() {
      return state.version;
    },
  };
  return {
    reader,
    run: async ({ clock, logger, signal }) => {
      await repeat(look, {
        ...{ clock, logger, signal, everyMs: alone ? ALONE_EVERY_MS : EVERY_MS, backoff: BACKOFF },
        saying: 'the launch gate could not be read and is shown as it was read last',
        onFailure: () => {
          stats.failures += 1;
        },
      });
      stop();
    },
  };
}
