import { base58 } from '@scure/base';
import { z } from 'zod';
import { ownerSignature, requestId } from '../../../../schemas/mcp/wallet-admin.ts';
import { controlSet, requestDecided } from '../../../../schemas/rest/wallet-control.ts';
import { approveRequest } from '../../../actions/control/decide.ts';
import { switchKind } from '../../../actions/control/kinds/settings.ts';
import { setControl } from '../../../actions/control/set.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, REMOVAL, SETTING } from '../../catalogue/tool.ts';
import { decidedInWords, setInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';
import { ADMIN, approved, SIGNATURE_FAILURES } from './admin.ts';

export const approveProposal = defineOwnerTool({
  ...ADMIN,
  name: 'approve_proposal',
  title: 'Approve a proposal',
  description:
    "Approves a request that waits for the owner, with the signature of the owner's wallet over exactly its message. Without that signature nobody can; a request is approved once.",
  hints: REMOVAL,
  failures: SIGNATURE_FAILURES,
  input: z.strictObject({ proposal_id: requestId, signature: ownerSignature }),
  output: requestDecided,
  answer: (context, { proposal_id, signature }, caller) =>
    approved(context, actorOf(caller, 'approve_proposal'), { request_id: proposal_id, signature }),
  inWords: decidedInWords,
});

const BOTH = 'given together with the other, or not at all';

export const resumeWallet = defineOwnerTool({
  ...ADMIN,
  name: 'resume_wallet',
  hold: 'none',
  title: 'Resume the wallet',
  description:
    "Undoes pause_wallet and kill_wallet, with the owner's signature. Without arguments it asks the owner and answers the message to sign; with request_id and signature of the owner's wallet over it, the wallet goes on.",
  hints: SETTING,
  failures: ['OWNER_REQUESTS_FULL', ...SIGNATURE_FAILURES],
  input: z
    .strictObject({ request_id: requestId.optional(), signature: ownerSignature.optional() })
    .refine(({ request_id, signature }) => (request_id === undefined) === (signature === undefined), {
      error: BOTH,
      path: ['signature'],
    }),
  output: controlSet,
  answer: async (context, { request_id: id, signature }, caller) => {
    const [control, actor] = [controlOf(context), actorOf(caller, 'resume_wallet')];
    if (id === undefined || signature === undefined) {
      return setControl(control, actor, { kind: switchKind, payload: { switch: 'on' } });
    }
    const approval = { id, signature: base58.decode(signature), kind: switchKind.name };
    return { status: 'applied' as const, ...(await approveRequest(control, actor, approval)) };
  },
  inWords: setInWords,
});
