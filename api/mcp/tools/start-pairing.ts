import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { pairingStart, pairingStarted } from '../../../schemas/rest/pairing.ts';
import { ADDITION, defineTool } from '../catalogue/tool.ts';

const { requested_scopes, client_name } = pairingStart.shape;

/** For agents without a credential, or with too few scopes. It grants nothing: the owner's wallet decides. */
export const startPairing = defineTool({
  name: 'start_pairing',
  title: 'Start a pairing',
  description:
    'Starts a pairing, with which an owner gives an agent a credential for the requested scopes. Show the user `verification_url_complete` and `user_code`; the owner decides there within ten minutes. The client then polls POST /oauth/token or /api/v1/pair/poll/ with `device_code`, keeps the token secret, and sends it to /mcp/agent-v1 as Authorization: Bearer. It grants nothing by itself.',
  toolset: 'discovery',
  hints: ADDITION,
  forAnyone: true,
  failures: ['TOOL_UNKNOWN'],
  input: z.strictObject({ requested_scopes, client_name }),
  output: pairingStarted,
  answer: async ({ pairing }, { requested_scopes: scopes, client_name: clientName }) => {
    if (pairing === undefined) throw new LaunchlensError('TOOL_UNKNOWN', { name: 'start_pairing' });
    return pairing.start({ scopes, clientName });
  },
  textOf: ({ user_code, verification_url_complete, expires_in }) =>
    `Ask the user to open ${verification_url_complete} and to compare the code ${user_code} within ${expires_in / 60} minutes. Nothing is granted before the owner's wallet approves.`,
});
