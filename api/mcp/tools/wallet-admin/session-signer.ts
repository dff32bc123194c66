import { z } from 'zod';
import { sessionSigner } from '../../../../schemas/rest/owner-grants.ts';
import { sessionSignerKind } from '../../../actions/control/kinds/grants.ts';
import { REMOVAL } from '../../catalogue/tool.ts';
import { approvingTool, askingTool, endingTool, pollTool } from './admin.ts';

export const requestSessionSigner = askingTool({
  name: 'request_session_signer_authorization',
  title: 'Request: session signer',
  description:
    'Asks the owner to authorize a session signer: a public key, with limits and an end. Its private key stays where it was made and is never sent here. What is approved is a record that the owner, agents and venues can look up; Launchlens signs nothing by it.',
  input: sessionSigner,
  kind: sessionSignerKind,
});

export const pollSessionSigner = pollTool(
  'poll_session_signer_authorization',
  'Poll: session signer',
  'for a session signer',
);

export const authorizeSessionSigner = approvingTool({
  name: 'authorize_session_signer',
  title: 'Authorize a session signer',
  description:
    "Authorizes the session signer of a request, with the signature of the owner's wallet over exactly its message. It replaces what held of the same public key.",
  hints: REMOVAL,
  kind: sessionSignerKind.name,
});

export const revokeSessionSigner = endingTool({
  name: 'revoke_session_signer',
  title: 'Revoke a session signer',
  description:
    'Ends the authorization of a session signer at once, and rejects open requests for the same signer.',
  input: z.strictObject({ public_key: sessionSigner.shape.public_key }),
  kind: 'session_signer',
  subjectOf: ({ public_key }) => public_key,
});
