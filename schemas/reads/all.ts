import { LAUNCH_READS } from './launches.ts';
import { PROGRAM_READS } from './programs.ts';
import { PROOF_READS } from './proof.ts';
import type { ReadShape } from './read.ts';
import { REWARD_READS } from './rewards.ts';

/** Reads of the launch mirror: free, and the same for everyone. */
export const MIRROR_READS = { ...LAUNCH_READS, ...PROOF_READS } as const;

/** Every read. */
export const READS = { ...MIRROR_READS, ...PROGRAM_READS, ...REWARD_READS } as const satisfies Readonly<
  Record<string, ReadShape>
>;
