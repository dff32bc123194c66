import { agntaGrant, agntaGrantName, agntaIdentity } from '../../../../schemas/rest/owner-grants.ts';
import {
  agntaGrantClearKind,
  agntaGrantKind,
  agntaIdentityKind,
} from '../../../actions/control/kinds/grants.ts';
import { ADDITION } from '../../catalogue/tool.ts';
import { approvingTool, askingTool, endingTool, pollTool } from './admin.ts';

const A_RECORD = 'It is a record with this service alone: nothing is sent to AGNTA.';

export const setAgntaGrant = askingTool({
  name: 'set_agnta_grant',
  title: 'Set an AGNTA grant',
  description: `Asks the owner for an AGNTA grant to a grantee; it holds once the owner's wallet has signed. ${A_RECORD}`,
  input: agntaGrant,
  kind: agntaGrantKind,
});

export const clearAgntaGrant = endingTool({
  name: 'clear_agnta_grant',
  title: 'Clear an AGNTA grant',
  description: `Ends the AGNTA grant of a grantee at once, and rejects open requests for one to the same grantee. ${A_RECORD}`,
  input: agntaGrantName,
  kind: 'agnta_grant',
  subjectOf: ({ grantee }) => grantee,
});

export const requestAgntaGrantClear = askingTool({
  name: 'request_agnta_grant_clear',
  title: 'Request: clearing a grant',
  description: `Asks the owner to end the AGNTA grant of a grantee, for agents that leave it to them. ${A_RECORD}`,
  input: agntaGrantName,
  kind: agntaGrantClearKind,
});

export const pollAgntaGrantClear = pollTool(
  'poll_agnta_grant_clear',
  'Poll: clearing a grant',
  'to clear an AGNTA grant',
);

export const requestAgntaIdentity = askingTool({
  name: 'request_agnta_identity_registration',
  title: 'Request: identity registration',
  description: `Asks the owner for the registration of an AGNTA identity: a name and a public key. ${A_RECORD}`,
  input: agntaIdentity,
  kind: agntaIdentityKind,
});

export const pollAgntaIdentity = pollTool(
  'poll_agnta_identity_registration',
  'Poll: identity registration',
  'for an AGNTA identity',
);

export const submitAgntaIdentity = approvingTool({
  name: 'submit_agnta_identity_registration',
  title: 'Submit an identity registration',
  description: `Registers the AGNTA identity of a request, with the signature of the owner's wallet over exactly its message. ${A_RECORD}`,
  hints: ADDITION,
  kind: agntaIdentityKind.name,
});
