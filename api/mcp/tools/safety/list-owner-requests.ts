import { z } from 'zod';
import { requestId } from '../../../../schemas/mcp/wallet-admin.ts';
import { limit } from '../../../../schemas/reads/arguments.ts';
import { ownerRequestsAnswer } from '../../../../schemas/rest/wallet-control.ts';
import { listRequests } from '../../../actions/control/answers.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, INDEX_READ } from '../../catalogue/tool.ts';

export const listOwnerRequests = defineOwnerTool({
  name: 'list_owner_requests',
  title: 'Requests to the owner',
  description:
    'What the owner of the wallet was asked to sign for, newest first, with the message of each and what became of it.',
  toolset: 'safety',
  hints: INDEX_READ,
  input: z.strictObject({
    limit: limit.json,
    before: requestId.optional().meta({ description: 'Goes on after this request.' }),
  }),
  output: ownerRequestsAnswer,
  answer: (context, { limit: most, before }, { owner }) =>
    listRequests(controlOf(context), owner, { limit: most, before }),
  inWords: ({ results, has_more }) => {
    const open = results.filter(({ status }) => status === 'pending').length;
    return `${results.length} requests, of which ${open} wait for the owner.${has_more ? ' Older ones follow.' : ''}`;
  },
});
