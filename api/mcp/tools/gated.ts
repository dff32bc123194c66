import type { GatedTools } from '../../../core/rules/gates.ts';
import { TOOLS } from './all.ts';
import { refundIloPledge } from './intents/refund-ilo-pledge.ts';

/** What the gates need to know of every tool and of every action that is proposed without one of its own. */
export const GATED_TOOLS: GatedTools = new Map(
  [...TOOLS, refundIloPledge].map(({ name, scope, hold, market, stopsAgents }) => [
    name,
    { name, scope, hold, market, stopsAgents },
  ]),
);
