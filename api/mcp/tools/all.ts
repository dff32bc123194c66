import type { Tool } from '../catalogue/tool.ts';
import { getIloDetails } from './get-ilo-details.ts';
import { listLaunchesTool } from './list-launches.ts';
import { listPledgesTool } from './list-pledges.ts';

/** Every tool, in the order in which tools/list shows them. */
export const TOOLS: readonly Tool[] = [getIloDetails, listLaunchesTool, listPledgesTool];
