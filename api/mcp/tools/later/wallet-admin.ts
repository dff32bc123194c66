import { ADDITION, REMOVAL, SETTING } from '../../catalogue/hints.ts';
import { laterTools } from './define.ts';

/** What grants: it widens what agents may do, so clients should treat it with the care of a removal. */
const GRANT = REMOVAL;

export const WALLET_ADMIN_TOOLS = laterTools(
  { scope: 'wallet_admin', toolset: 'wallet_admin', hints: GRANT },
  [
    ['approve_proposal', 'Approve a proposal', 'Approves a proposal that waits for the owner of the wallet.'],
    [
      'authorize_session_signer',
      'Authorize a session signer',
      'Lets a session signer sign within the policy of the wallet.',
    ],
    ['clear_agnta_grant', 'Clear an AGNTA grant', 'Removes the AGNTA grant of the wallet.'],
    [
      'create_agent_wallet',
      'Create an agent wallet',
      'Creates a wallet for an agent under the owner.',
      ADDITION,
    ],
    [
      'poll_agnta_grant_clear',
      'Poll: clearing a grant',
      'Tells how far the clearing of an AGNTA grant has come.',
      SETTING,
    ],
    [
      'poll_agnta_identity_registration',
      'Poll: identity registration',
      'Tells how far the registration of an AGNTA identity has come.',
      SETTING,
    ],
    [
      'poll_permission_mode_change',
      'Poll: permission mode',
      'Tells how far a change of the permission mode has come.',
      SETTING,
    ],
    [
      'poll_session_signer_authorization',
      'Poll: session signer',
      'Tells how far the authorization of a session signer has come.',
      SETTING,
    ],
    [
      'reconcile_turnkey_policy',
      'Reconcile the Turnkey policy',
      'Brings the policy held by Turnkey into line with that of the wallet.',
    ],
    [
      'register_counterparty_set',
      'Register counterparties',
      'Registers the set of counterparties that the wallet may deal with.',
    ],
    [
      'request_agnta_grant_clear',
      'Request: clearing a grant',
      'Asks the owner to have an AGNTA grant cleared.',
      ADDITION,
    ],
    [
      'request_agnta_identity_registration',
      'Request: identity registration',
      'Asks the owner for the registration of an AGNTA identity.',
      ADDITION,
    ],
    [
      'request_permission_mode_change',
      'Request: permission mode',
      'Asks the owner to change the permission mode of the wallet.',
      ADDITION,
    ],
    [
      'request_session_signer_authorization',
      'Request: session signer',
      'Asks the owner to authorize a session signer.',
      ADDITION,
    ],
    ['resume_wallet', 'Resume the wallet', 'Undoes pause_wallet and kill_wallet.', SETTING],
    ['revoke_session_signer', 'Revoke a session signer', 'Takes the right to sign from a session signer.'],
    ['set_agnta_grant', 'Set an AGNTA grant', 'Sets the AGNTA grant of the wallet.'],
    [
      'set_permission_mode',
      'Set the permission mode',
      'Sets how much agents may do without asking the owner.',
    ],
    ['set_trading_limits', 'Set trading limits', 'Sets the most that agents may spend, by trade and by day.'],
    [
      'set_wallet_policy',
      'Set the wallet policy',
      'Sets the policy that every value-bearing call is held to.',
    ],
    [
      'submit_agnta_identity_registration',
      'Submit an identity registration',
      'Submits the registration of an AGNTA identity.',
      ADDITION,
    ],
  ],
);
