import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { pubkey } from '../../../schemas/reads/argument.ts';
import { EXAMPLE_WALLET } from '../../../schemas/rest/account-examples.ts';
import * as examples from '../../../schemas/rest/control-examples.ts';
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
import { ownActor, SIGNED_IN } from './wallet-control.ts';

/** Each stores a row, or its audit log. */
const REQUESTS_PER_WINDOW = 100;
const CHANGE = {
  tag: 'Guardrails',
  method: 'POST',
  answer: 'WalletControl',
  example: examples.walletControlExample,
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
  summary: 'Let your agents look at a wallet',
  description: 'Keeps the address under a label, and grants nothing. Safe to repeat, with another label too.',
  body: { shape: agentWalletRecord, example: examples.watchedWalletExample },
  errors: {
    ...SIGNED_IN,
    409: {
      description: 'You watch 200 wallets.',
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
  summary: 'Let a wallet act for you',
  description:
    'Without `wallet_signature` it answers the text that the wallet has to sign, good once and for a day; with it, the request that you sign. Agents may then fund that wallet and read its rewards, until you take it back or it withdraws.',
  body: { shape: agentWalletRequest, example: examples.watchedWalletExample },
  answer: 'AgentWalletAsked',
  example: examples.agentWalletAskedExample,
  errors: {
    ...SIGNED_IN,
    409: {
      description: 'You have 50 open requests.',
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

function removalRoute({ of, act, errors = {}, ...words }: RemovalRoute): Route {
  return defineRoute({
    ...CHANGE,
    ...words,
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
  summary: 'Take back a grant',
  description:
    'Ends a session signer, a grant or an identity that you have signed for, at once, and rejects open requests of its kind for the same one.',
  body: { shape: grantName, example: examples.grantNameExample },
  errors: {
    ...SIGNED_IN,
    404: {
      description: 'Nothing of that kind and for that subject holds.',
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
    summary: 'Let your agents look at a wallet no more',
    description: 'Safe to repeat.',
    act: unwatchWallet,
  }),
  removalRoute({
    of: 'agent-wallets',
    operationId: 'endAgentWallet',
    summary: 'Take back an agent wallet',
    description:
      'The wallet stops acting for you at once, and its open consents and requests are void. A call that would change nothing is refused. An agent wallet leaves its owner with `POST /agent-wallet/withdraw/`.',
    act: endAgentWallet,
    errors: {
      404: {
        description: 'The wallet does not act for you, and nothing is open to let it act.',
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
