import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { PositionAnswer, WalletPositionsAnswer } from '../../schemas/rest/positions.ts';
import { launchPosition } from '../read/launch-list.ts';
import type { Stamp } from '../read/model.ts';
import type { PositionFacts } from '../read/questions.ts';
import { pinOf } from '../read/take-backs.ts';
import type { ExplorerLink } from './addresses.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askPinned, requireAgreement, type SlotRequest } from './freshness.ts';
import { launchAnswer, pledgeAnswer } from './launch-answer.ts';
import { pageAnswer } from './page.ts';
import { walletAnswer } from './settlement-answer.ts';
import { sourceStamp } from './source-stamp.ts';

export interface WalletPositionsRequest extends SlotRequest {
  readonly wallet: Pubkey;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Every launch in which a wallet has a Pledge, newest launch first, page by page at one slot.
 * @throws CURSOR_INVALID, CURSOR_MISMATCH and those of `askFresh`
 */
export async function walletPositions(
  { mirror, cursors, link }: MirrorContext,
  request: WalletPositionsRequest,
): Promise<AnsweredPage<WalletPositionsAnswer>> {
  const { wallet, limit } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.open('positions', request.cursor);
  if (cursor !== undefined) requireAgreement('wallet', wallet, cursor.wallet);
  const { stamp, facts } = await askPinned({ mirror, cursor, request }, (view) =>
    view.positions({ wallet, after: cursor?.after, limit }),
  );
  return pageAnswer({
    stamp,
    rows: facts.positions,
    more: facts.more,
    cursor: ({ launch }) =>
      cursors.seal('positions', { ...pinOf(stamp), wallet, after: launchPosition('newest', launch) }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      wallet,
      count: facts.count,
      next_cursor,
      results: facts.positions.map((position) => positionAnswer(position, stamp, link)),
    }),
  });
}

function positionAnswer(facts: PositionFacts, stamp: Stamp, link: ExplorerLink): PositionAnswer {
  const { launch, pledge } = facts;
  const { allocation, refund } = walletAnswer({ wallet: pledge.pledger, launch, pledge }, stamp);
  return {
    launch: launchAnswer(facts, stamp.identity, link),
    pledge: pledgeAnswer(pledge),
    ...(allocation && { allocation }),
    ...(refund && { refund }),
  };
}
