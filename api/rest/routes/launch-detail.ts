import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { detailExample } from '../../../schemas/rest/examples.ts';
import { launchIdParameter, slotParameters, walletParameter } from '../../../schemas/rest/parameters.ts';
import { launchDetail } from '../../actions/launch-detail.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const launchDetailRoute = defineRoute({
  path: '/ilo/launches/{launch_id}/',
  operationId: 'getLaunch',
  summary: 'One launch, its settlement and a wallet’s part in it',
  description:
    'Once the launch has settled, `settlement` is present. With `wallet`, that wallet’s pledge is shown, with its allocation or refund once there is one. Unlocked amounts are computed at `source.slot_time`, so an answer is a pure function of question and slot.',
  pathParameters: { launch_id: launchIdParameter },
  queryParameters: { wallet: walletParameter, ...slotParameters },
  answer: 'LaunchDetailAnswer',
  example: detailExample,
  errors: [400, 404, 410, 412],
  handle: (context, { launch_id, wallet, ...slots }) =>
    launchDetail(context, {
      launchId: launch_id,
      wallet: wallet === undefined ? undefined : parsePubkey(wallet),
      ...slotRequest(slots),
    }),
});
