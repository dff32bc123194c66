import { noArguments } from '../../../../schemas/mcp/wallet-admin.ts';
import { controlSet } from '../../../../schemas/rest/wallet-control.ts';
import { stopAgents } from '../../../actions/control/set.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, REMOVAL, SETTING } from '../../catalogue/tool.ts';
import { setInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';

/** Scope `read` by the specification's table, although not read-only: any credential may stop a wallet. */
const SAFETY = {
  scope: 'read',
  toolset: 'safety',
  narrow: ['lite'],
  stopsAgents: true,
  input: noArguments,
  output: controlSet,
} as const;

export const killWallet = defineOwnerTool({
  ...SAFETY,
  name: 'kill_wallet',
  title: 'Kill switch',
  description:
    "Stops every agent of the owner's wallet at once: everything but reads and quotes is refused to all its credentials until the owner's wallet signs for resume_wallet. That call, get_intent_status, which hands out no transaction then, and the poll_ tools are still answered. No policy and no rate limit refuses it. Safe to repeat.",
  hints: REMOVAL,
  answer: (context, _input, caller) =>
    stopAgents(controlOf(context), actorOf(caller, 'kill_wallet'), 'killed'),
  inWords: setInWords,
});

export const pauseWallet = defineOwnerTool({
  ...SAFETY,
  name: 'pause_wallet',
  title: 'Pause the wallet',
  description:
    "Pauses the owner's wallet: intents and whatever could move value are refused to all its credentials until the owner's wallet signs for resume_wallet. Reads, quotes and administration go on. A wallet that is killed stays killed, and this is refused. No policy and no rate limit refuses it. Safe to repeat.",
  hints: SETTING,
  failures: ['OWNER_SIGNATURE_REQUIRED'],
  answer: (context, _input, caller) =>
    stopAgents(controlOf(context), actorOf(caller, 'pause_wallet'), 'paused'),
  inWords: setInWords,
});
