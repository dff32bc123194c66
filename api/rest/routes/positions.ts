import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import {
  cursorParameter,
  limitParameter,
  pubkeyParameter,
  slotParameters,
} from '../../../schemas/rest/parameters.ts';
import { positionsExample } from '../../../schemas/rest/record-examples.ts';
import { walletPositions } from '../../actions/wallet-positions.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const positionsRoute = defineRoute({
  path: '/ilo/wallets/{wallet}/positions/',
  operationId: 'listPositions',
  summary: 'Every launch in which a wallet has a pledge',
  description: 'Newest launch first, each with the pledge and its allocation or refund once there is one.',
  pathParameters: { wallet: pubkeyParameter },
  queryParameters: { limit: limitParameter, cursor: cursorParameter, ...slotParameters },
  answer: 'WalletPositionsAnswer',
  example: positionsExample,
  errors: [400, 410, 412],
  handle: (context, { wallet, limit, cursor, ...slots }) =>
    walletPositions(context, { wallet: parsePubkey(wallet), limit, cursor, ...slotRequest(slots) }),
});
