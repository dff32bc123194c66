import { z } from 'zod';
import { controlSet, country } from '../../../../schemas/rest/wallet-control.ts';
import { jurisdictionKind } from '../../../actions/control/kinds/settings.ts';
import { setControl } from '../../../actions/control/set.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, SETTING } from '../../catalogue/tool.ts';
import { setInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';

export const declareJurisdiction = defineOwnerTool({
  name: 'declare_jurisdiction',
  scope: 'manage',
  title: 'Declare a jurisdiction',
  description:
    "Records the country that the owner declares to be in, by which gated tools are allowed or refused. The first declaration holds at once; another one that opens a market waits for the owner's signature. Ask the user, and never guess it.",
  toolset: 'control',
  hints: SETTING,
  failures: ['OWNER_REQUESTS_FULL'],
  input: z.strictObject({ country }),
  output: controlSet,
  answer: (context, payload, caller) =>
    setControl(controlOf(context), actorOf(caller, 'declare_jurisdiction'), {
      kind: jurisdictionKind,
      payload,
    }),
  inWords: setInWords,
});
