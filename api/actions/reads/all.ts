import { LAUNCH_READS as LAUNCH_SHAPES } from '../../../schemas/reads/launches.ts';
import { PROGRAM_READS as PROGRAM_SHAPES } from '../../../schemas/reads/programs.ts';
import { PROOF_READS as PROOF_SHAPES } from '../../../schemas/reads/proof.ts';
import { REWARD_READS as REWARD_SHAPES } from '../../../schemas/reads/rewards.ts';
import { LAUNCH_HANDLERS } from './launches.ts';
import { PROGRAM_HANDLERS } from './programs.ts';
import { PROOF_HANDLERS, REWARD_HANDLERS } from './proof.ts';
import { type MirrorRead, type RewardRead, readsOf } from './read.ts';

/** The table of reads: arguments, answer, cost and handler of each. Every transport serves it. */
export const LAUNCH_READS = readsOf<MirrorRead>(LAUNCH_SHAPES, LAUNCH_HANDLERS);
export const PROOF_READS = readsOf<MirrorRead>(PROOF_SHAPES, PROOF_HANDLERS);
/** These are read from the indexes of programs, which are at slots of their own. */
export const PROGRAM_READS = readsOf<MirrorRead>(PROGRAM_SHAPES, PROGRAM_HANDLERS);
export const REWARD_READS = readsOf<RewardRead>(REWARD_SHAPES, REWARD_HANDLERS);

/** Reads of the chain: free, and the same for everyone. */
export const MIRROR_READS = [...LAUNCH_READS, ...PROOF_READS];
