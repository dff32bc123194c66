import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { pubkey } from '../../../schemas/reads/argument.ts';
import { agentWalletRecord, agentWalletRequest, grantName } from '../../../schemas/rest/owner-grants.ts';
import type { AccountContext } from '../../actions/account-context.ts';
import {
  askForAgentWallet,
  endAgentWallet,
  unwatchWallet,
  watchWallet,
} from '../../actions/control/agent-wallet.ts';
import { walletControl } from '../../actions/control/answers.ts';
import type { Actor } from '../../actions/control/context.ts';
import { endOwnerGrant } from '../../actions/control/set.ts';
import { defineRoute, type Route } from '../route.ts';
import { EXAMPLE_WALLET } from './errors.ts';
import { ownActor, SIGNED_IN } from './wallet-control.ts';

/** Each stores a row, or its audit log. */
const REQUESTS_PER_WINDOW = 100;
const CHANGE = {
  tag: 'Guardrails',
  method: 'POST',
  answer: 'WalletControl',
  errors: SIGNED_IN,
  requestsPerWindow: REQUESTS_PER_WINDOW,
} as const;

const wallet = pubkey('Address of the wallet.');

/** Does something immediately, and returns the resulting settings. */
async function done({ control }: AccountContext, actor: Actor, work: Promise<void>) {
  await work;
  return walletControl(control, actor.owner);
}

const watchRoute = defineRoute({
  ...CHANGE,
  path: '/wallet-control/watched-wallets/',
  operationId: 'watchWallet',
  summary: 'Watch a wallet',
  description:
    'Lets your agents read this wallet under a label. It grants nothing else. Safe to repeat, also with another label.',
  body: agentWalletRecord,
  errors: {
    ...SIGNED_IN,
    409: {
      description: 'You watch 200 wallets, which is the maximum.',
      detail: 'The owner already watches 200 wallets, which is the maximum. Remove some first.',
    },
  },
  handle: {
    signedIn: (context, caller, { body: { address, label } }) => {
      const actor = ownActor(caller);
      return done(
        context,
        actor,
        watchWallet(context.control, actor, { address: parsePubkey(address), label }),
      );
    },
  },
});

const askRoute = defineRoute({
  ...CHANGE,
  path: '/wallet-control/agent-wallets/',
  operationId: 'askForAgentWallet',
  summary: 'Add an agent wallet',
  description:
    'Without `wallet_signature`, returns the text that the wallet must sign, valid once and for a day. With it, returns the request that you sign. Agents may then fund that wallet and read its rewards, until you remove it or it withdraws.',
  body: agentWalletRequest,
  answer: 'AgentWalletAsked',
  errors: {
    ...SIGNED_IN,
    409: {
      description: 'You have 50 open requests, which is the maximum.',
      detail:
        'The owner already has 50 open requests, which is the maximum. Approve or reject some, or wait until they expire.',
    },
  },
  handle: {
    signedIn: ({ control }, caller, { body: { address, label, wallet_signature: signature } }) =>
      askForAgentWallet(control, ownActor(caller), { address: parsePubkey(address), label, signature }),
  },
});

interface RemovalRoute {
  readonly of: 'watched-wallets' | 'agent-wallets';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly errors?: Route['errors'];
  readonly act: (control: AccountContext['control'], actor: Actor, address: Pubkey) => Promise<void>;
}

function removalRoute({ of, act, errors = {}, ...described }: RemovalRoute): Route {
  return defineRoute({
    ...CHANGE,
    ...described,
    errors: { ...SIGNED_IN, ...errors },
    path: `/wallet-control/${of}/{wallet}/delete/`,
    pathParameters: { wallet },
    handle: {
      signedIn: (context, caller, { path }) => {
        const actor = ownActor(caller);
        return done(context, actor, act(context.control, actor, parsePubkey(path.wallet)));
      },
    },
  });
}

const endGrantRoute = defineRoute({
  ...CHANGE,
  path: '/wallet-control/grants/end/',
  operationId: 'endGrant',
  summary: 'End a grant',
  description:
    'Ends a session signer, a grant or an identity that you signed for, at once, and rejects open requests of the same kind for the same subject.',
  body: grantName,
  errors: {
    ...SIGNED_IN,
    404: {
      description: 'You have no active grant of this kind for this subject.',
      detail: 'The owner has no active session_signer for x.',
    },
  },
  handle: {
    signedIn: (context, caller, { body }) => {
      const actor = ownActor(caller);
      return done(context, actor, endOwnerGrant(context.control, actor, body));
    },
  },
});

export const OWNER_WALLET_ROUTES: readonly Route[] = [
  watchRoute,
  askRoute,
  removalRoute({
    of: 'watched-wallets',
    operationId: 'unwatchWallet',
    summary: 'Stop watching a wallet',
    description: 'Safe to repeat.',
    act: unwatchWallet,
  }),
  removalRoute({
    of: 'agent-wallets',
    operationId: 'endAgentWallet',
    summary: 'Remove an agent wallet',
    description:
      'The wallet stops acting for you at once, and its open consents and requests become void. A call that would change nothing is refused. An agent wallet itself uses `POST /agent-wallet/withdraw/`.',
    act: endAgentWallet,
    errors: {
      404: {
        description: 'The wallet does not act for you, and has no open consent or request.',
        detail: `${EXAMPLE_WALLET} is not an agent wallet of ${EXAMPLE_WALLET}.`,
      },
      409: {
        description: 'It is the wallet that you signed in with.',
        detail: `${EXAMPLE_WALLET} is the wallet you signed in with. To stop acting for its owner, send POST /agent-wallet/withdraw/ instead.`,
      },
    },
  }),
  endGrantRoute,
];
