import { z } from 'zod';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { agentWalletMade, custodyPolicy, noArguments } from '../../../../schemas/mcp/wallet-admin.ts';
import { agentWalletRecord } from '../../../../schemas/rest/owner-grants.ts';
import { walletSignature } from '../../../../schemas/rest/sign-in.ts';
import { askForAgentWallet, watchWallet } from '../../../actions/control/agent-wallet.ts';
import { walletControl } from '../../../actions/control/answers.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { ADDITION, defineOwnerTool, INDEX_READ } from '../../catalogue/tool.ts';
import { requestInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';
import { ADMIN } from './admin.ts';

const KINDS = ['watch', 'delegate'] as const;
const A_KIND = `one of ${KINDS.join(', ')}`;

export const createAgentWallet = defineOwnerTool({
  ...ADMIN,
  name: 'create_agent_wallet',
  title: 'Create an agent wallet',
  description:
    "Keeps an existing address as a wallet of the owner's agents; no key is made, taken or kept. `watch` keeps it under a label and grants nothing. `delegate` lets it act as the owner's agent wallet, whose rewards the owner's agents may then read: for that it signs the consent that is answered, which is good once and for a day, and the owner's wallet signs the request. A delegate can withdraw by itself over REST.",
  hints: ADDITION,
  failures: ['AGENT_WALLET_REFUSED', 'WATCHED_WALLETS_FULL', 'OWNER_REQUESTS_FULL'],
  input: agentWalletRecord.extend({
    kind: z.enum(KINDS, { error: A_KIND }).meta({ description: 'What it is for.' }),
    wallet_signature: walletSignature
      .optional()
      .meta({ description: 'By the delegate over the consent that is answered without it, base58.' }),
  }),
  output: agentWalletMade,
  answer: async (context, { kind, wallet_signature: signature, label, ...given }, caller) => {
    const control = controlOf(context);
    const [actor, address] = [actorOf(caller, 'create_agent_wallet'), parsePubkey(given.address)];
    if (kind === 'watch') {
      await watchWallet(control, actor, { address, label });
      return { status: 'watched' as const, address, consent: null, request: null };
    }
    return { address, ...(await askForAgentWallet(control, actor, { address, label, signature })) };
  },
  inWords: ({ status, address, request }) => {
    if (status === 'watched') return `Wallet ${address} is watched. That grants nothing.`;
    if (request !== null) return requestInWords(request);
    return `Let wallet ${address} sign the text in consent within a day, and pass wallet_signature.`;
  },
});

export const reconcileTurnkeyPolicy = defineOwnerTool({
  ...ADMIN,
  name: 'reconcile_turnkey_policy',
  title: 'Reconcile the Turnkey policy',
  description:
    'Answers what a policy held by Turnkey would have to be brought to, so that it says what the wallet has here. Nothing is sent: this service has no connection to Turnkey, and the owner changes the policy there.',
  hints: INDEX_READ,
  input: noArguments,
  output: custodyPolicy,
  answer: async (context, _input, { owner }) => ({
    sent: false as const,
    control: await walletControl(controlOf(context), owner),
  }),
  inWords: () =>
    'Nothing was sent. The control of the wallet is what a policy held elsewhere has to be brought to.',
});
