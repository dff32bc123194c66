import { z } from 'zod';

export const CONTENDERS = ['ours', 'sdk'] as const;
export type Contender = (typeof CONTENDERS)[number];

export const TOOL_COUNT = 120;
export const CALLED = 'tool_60';

/** What a server process tells the benchmark. */
export type Told = { readonly port: number } | { readonly heapBytes: number };

/** Six fields in and six out, made anew at every call, as code that registers tools for each session makes them. */
export function toolShapes() {
  const input = {
    launch_id: z.string().describe('Id of the launch.'),
    wallet: z.string().optional().describe('A wallet, in base58.'),
    as_of_slot: z.int().nonnegative().optional().describe('The slot to answer at.'),
    status: z.enum(['pending', 'active', 'succeeded']).optional().describe('Only of this status.'),
    limit: z.int().min(1).max(200).default(50).describe('Maximum number of results per page.'),
    cursor: z.string().optional().describe('Where to go on.'),
  };
  const output = {
    slot: z.int().nonnegative().describe('The slot of the answer.'),
    launch_id: z.string().describe('Id of the launch.'),
    total_pledged: z.string().describe('Pledged so far, in base units.'),
    pledger_count: z.int().describe('Wallets that pledged.'),
    settled: z.boolean().describe('Whether the launch has settled.'),
    next_cursor: z.string().nullable().describe('For the next page.'),
  };
  return { input, output };
}

/** What every tool answers, so that nothing but the way to it is measured. */
export function answerOf(launchId: string) {
  return {
    slot: 1042,
    launch_id: launchId,
    total_pledged: '3000000000',
    pledger_count: 3,
    settled: false,
    next_cursor: null,
  };
}

export const nameOf = (number: number): string => `tool_${number}`;
export const describe = (name: string): string => `The ${name} of the benchmark: reads one launch at a slot.`;
