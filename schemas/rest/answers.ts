import { z } from 'zod';
import { launch, phase } from './launch.ts';
import { launchGate } from './launch-gate.ts';
import { mintFields } from './mints.ts';
import { pledge } from './pledge.ts';
import { count, nextCursor } from './scalars.ts';
import { settlement } from './settlement.ts';
import { source } from './source.ts';
import { wallet } from './wallet.ts';

const settled = settlement.optional().meta({ description: 'Once succeeded, failed or finalized.' });

/** A launch in a list: with its settlement, once it has one. */
export const listedLaunch = launch.extend({ settlement: settled });

export const launchStatusAnswer = z.strictObject({
  source,
  phase,
  launch: launch.nullable().meta({ description: 'The current launch; null when none exists.' }),
  settlement: settled,
  launch_gate: launchGate,
});

export const launchListAnswer = z.strictObject({
  source,
  count: count.meta({ description: 'Launches that match, on all pages together.' }),
  next_cursor: nextCursor,
  results: z.array(listedLaunch),
});

export const launchDetailAnswer = z.strictObject({
  source,
  launch,
  settlement: settled,
  wallet: wallet.optional().meta({ description: 'When `wallet` is given.' }),
});

export const pledgeListAnswer = z.strictObject({
  source,
  launch_id: launch.shape.launch_id,
  ...mintFields,
  next_cursor: nextCursor,
  results: z.array(pledge),
});

export type LaunchStatusAnswer = z.output<typeof launchStatusAnswer>;
export type LaunchListAnswer = z.output<typeof launchListAnswer>;
export type LaunchDetailAnswer = z.output<typeof launchDetailAnswer>;
export type PledgeListAnswer = z.output<typeof pledgeListAnswer>;
export type ListedLaunchAnswer = z.output<typeof listedLaunch>;
