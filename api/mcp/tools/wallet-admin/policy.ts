import { z } from 'zod';
import {
  controlSet,
  counterparties,
  spendingLimits,
  walletPolicy,
} from '../../../../schemas/rest/wallet-control.ts';
import { walletControl } from '../../../actions/control/answers.ts';
import { counterpartiesKind, limitsKind, policyKind } from '../../../actions/control/kinds/settings.ts';
import { setControl } from '../../../actions/control/set.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, REMOVAL } from '../../catalogue/tool.ts';
import { setInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';
import { ADMIN } from './admin.ts';

const WIDER =
  "Stricter than before, it holds at once; where agents could do more by it, nothing changes until the owner's wallet signs the request that is answered.";
const SET = { ...ADMIN, hints: REMOVAL, output: controlSet, failures: ['OWNER_REQUESTS_FULL'] } as const;

export const setWalletPolicy = defineOwnerTool({
  ...SET,
  name: 'set_wallet_policy',
  title: 'Set the wallet policy',
  description: `Sets which tools, mints, venues and counterparties agents may use, for every call that could move value; what is left out stays as it is. ${WIDER}`,
  input: walletPolicy.partial(),
  answer: async (context, given, caller) => {
    const control = controlOf(context);
    const { policy } = await walletControl(control, caller.owner);
    const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const payload = walletPolicy.parse({ ...policy, ...named });
    return setControl(control, actorOf(caller, 'set_wallet_policy'), { kind: policyKind, payload });
  },
  inWords: setInWords,
});

export const setTradingLimits = defineOwnerTool({
  ...SET,
  name: 'set_trading_limits',
  title: 'Set trading limits',
  description: `Sets the most that intents may move of each mint, for one intent and in any 24 hours, in place of all limits before. ${WIDER}`,
  input: z.strictObject({ limits: spendingLimits }),
  answer: (context, payload, caller) =>
    setControl(controlOf(context), actorOf(caller, 'set_trading_limits'), {
      kind: limitsKind,
      payload,
    }),
  inWords: setInWords,
});

export const registerCounterpartySet = defineOwnerTool({
  ...SET,
  name: 'register_counterparty_set',
  title: 'Register counterparties',
  description: `Registers the wallets that the owner's may deal with, in place of all before; it counts where the policy says counterparties_only. A label means its wallet for good: that it means another one takes the owner's signature, as what is wider does. ${WIDER}`,
  input: z.strictObject({ counterparties }),
  answer: (context, payload, caller) =>
    setControl(controlOf(context), actorOf(caller, 'register_counterparty_set'), {
      kind: counterpartiesKind,
      payload,
    }),
  inWords: setInWords,
});
