import { withdrawAgentWallet } from '../../actions/control/agent-wallet.ts';
import { ownerOf } from '../../actions/keys/context.ts';
import { defineRoute, type Route } from '../route.ts';
import { EXAMPLE_WALLET, NOT_SIGNED_IN } from './errors.ts';

const withdrawRoute = defineRoute({
  method: 'POST',
  path: '/agent-wallet/withdraw/',
  operationId: 'withdrawAgentWallet',
  tag: 'Guardrails',
  summary: 'Stop acting for your owner',
  description:
    'For an agent wallet that signed in itself. It stops acting for its owner at once, and the owner does not need to agree. Its open consents and requests become void, for every owner. To act for anyone again, it must sign a new consent.',
  requestsPerWindow: 100,
  answer: 'AgentWalletWithdrawn',
  errors: {
    400: { description: 'The account has no bound wallet.', detail: 'The account has no bound wallet.' },
    401: NOT_SIGNED_IN,
    404: {
      description: 'Your wallet acts for no owner, and has no open consent or request.',
      detail: `${EXAMPLE_WALLET} does not act for any owner and has no open consent or request. There is nothing to withdraw.`,
    },
  },
  handle: { signedIn: ({ control }, caller) => withdrawAgentWallet(control, ownerOf(caller)) },
});

export const AGENT_WALLET_ROUTES: readonly Route[] = [withdrawRoute];
