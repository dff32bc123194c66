import { z } from 'zod';
import { controlSet, permissionMode } from '../../../../schemas/rest/wallet-control.ts';
import { permissionModeKind } from '../../../actions/control/kinds/settings.ts';
import { setStricter } from '../../../actions/control/set.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, SETTING } from '../../catalogue/tool.ts';
import { setInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';
import { ADMIN, askingTool, pollTool } from './admin.ts';

const input = z.strictObject({ permission_mode: permissionMode });

export const setPermissionMode = defineOwnerTool({
  ...ADMIN,
  name: 'set_permission_mode',
  title: 'Set the permission mode',
  description:
    'Sets a stricter permission mode at once: from delegate to propose or observe, from propose to observe. A looser one is refused here: request_permission_mode_change asks the owner for it.',
  hints: SETTING,
  failures: ['OWNER_SIGNATURE_REQUIRED'],
  input,
  output: controlSet,
  answer: (context, payload, caller) =>
    setStricter(controlOf(context), actorOf(caller, 'set_permission_mode'), {
      kind: permissionModeKind,
      payload,
    }),
  inWords: setInWords,
});

export const requestPermissionModeChange = askingTool({
  name: 'request_permission_mode_change',
  title: 'Request: permission mode',
  description:
    "Asks the owner to change the permission mode. It answers the message that the owner's wallet has to sign; nothing changes before that.",
  input,
  kind: permissionModeKind,
});

export const pollPermissionModeChange = pollTool(
  'poll_permission_mode_change',
  'Poll: permission mode',
  'for another permission mode',
);
