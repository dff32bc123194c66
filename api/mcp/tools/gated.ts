import type { GatedTools } from '../../../core/rules/gates.ts';
import { TOOLS } from './all.ts';
import { refundIloPledge } from './intents/refund-ilo-pledge.ts';

/** What the checks need to know about every tool and every action without its own tool. */
export const GATED_TOOLS: GatedTools = new Map(
  [...TOOLS, refundIloPledge].map(({ name, scope, hold, market, stopsAgents }) => [
    name,
    { name, scope, hold, market, stopsAgents },
  ]),
);
