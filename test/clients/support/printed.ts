import { MONEY_LINES } from './money.ts';
import type { World } from './world.ts';

/** A session of the owner, and a token of an agent. */
export const PAIRED = /\bSESSION=ey\S+ AGENT=llp_\S+/;
/** How many tools agent-v1 lists, and the intent that was proposed. */
export const PROPOSED = /\bTOOLS=1\d\d INTENT=[0-9a-f-]{36}\b/;
export const EXECUTED = /[1-9A-HJ-NP-Za-km-z]{64,90} confirmed at slot \d+: executed/;

/** Read page by page, the pledges add up to what the launch says. */
export const readAtSlot = ({ slot, total }: World): readonly string[] => [
  `launch 1 at slot ${slot}: ${total}, its pledges ${total}`,
];

/** What a client prints that was generated from the description. */
export const generated = (world: World): readonly (string | RegExp)[] => [
  ...readAtSlot(world),
  ...MONEY_LINES,
  PAIRED,
];
