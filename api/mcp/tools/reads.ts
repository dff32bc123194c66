import { z } from 'zod';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import { LAUNCH_READS, PROOF_READS, REWARD_READS } from '../../actions/reads/all.ts';
import { type MirrorRead, type RewardRead, requestOf } from '../../actions/reads/read.ts';
import {
  defineOwnerTool,
  defineTool,
  INDEX_READ,
  OUTSIDE_READ,
  type Tool,
  type Toolset,
} from '../catalogue/tool.ts';
import { getIloDetails, getSettlement, getSourceStatus, getWalletPosition } from './launches.ts';

/** Tools with more than a read, or part of one: each is listed before the named read's own tool. */
const BESIDE: Readonly<Record<string, Tool>> = {
  getLaunchStatus: getIloDetails,
  listPositions: getWalletPosition,
  listFlows: getSettlement,
};

/** The tools with REST's answers, from the table of reads. */
export const LAUNCH_READ_TOOLS = LAUNCH_READS.flatMap(mirrorTools('launches'));
export const PROOF_READ_TOOLS = [getSourceStatus, ...PROOF_READS.flatMap(mirrorTools('proof'))];
export const REWARD_READ_TOOLS = REWARD_READS.flatMap(rewardTools);

function mirrorTools(toolset: Toolset) {
  return (read: MirrorRead): Tool[] => {
    const beside = BESIDE[read.operationId];
    const own = partsOf(read, toolset).map((parts) =>
      defineTool({
        ...parts,
        answer: async (context, input) => (await read.handle(context, requestOf(input))).body,
      }),
    );
    return beside === undefined ? own : [beside, ...own];
  };
}

function rewardTools(read: RewardRead): Tool[] {
  return partsOf(read, 'rewards').map((parts) =>
    defineOwnerTool({
      ...parts,
      // An agent reads its owner's wallets, with its owner's permissions.
      answer: ({ rewards }, input, { owner }) =>
        read.handle(rewards, { wallet: owner, how: 'agent' }, requestOf(input)),
    }),
  );
}

/** None for a read without its own tool. */
function partsOf(
  {
    tool: name,
    title,
    description,
    textOf,
    outside,
    narrow = [],
    failures = [],
    ...read
  }: MirrorRead | RewardRead,
  toolset: Toolset,
) {
  if (name === undefined || textOf === undefined) return [];
  return [
    {
      name,
      title,
      description,
      toolset,
      narrow,
      failures,
      hints: outside ? OUTSIDE_READ : INDEX_READ,
      input: z.strictObject(jsonOf(read.arguments)),
      output: read.answer,
      textOf,
    },
  ];
}
