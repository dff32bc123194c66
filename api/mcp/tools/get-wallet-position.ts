import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { type WalletPosition, walletPosition } from '../../../schemas/mcp/answers.ts';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import * as given from '../../../schemas/reads/arguments.ts';
import type { PositionAnswer } from '../../../schemas/rest/positions.ts';
import type { MirrorContext } from '../../actions/context.ts';
import { launchDetail } from '../../actions/launch-detail.ts';
import { requestOf } from '../../actions/reads/read.ts';
import { atSlot, pageInWords, walletInWords } from '../../actions/reads/texts.ts';
import { walletPositions } from '../../actions/wallet-positions.ts';
import { defineTool, INDEX_READ } from '../catalogue/tool.ts';

const input = z.strictObject({
  wallet: given.wallet.json,
  launch_id: given.launchId.json.optional(),
  ...jsonOf(given.page),
});
type Question = z.output<typeof input>;

export const getWalletPosition = defineTool({
  name: 'get_wallet_position',
  title: "A wallet's position",
  description:
    'What one wallet pledged, and its allocation or refund once the launch was settled: in every launch that it pledged to, page by page, or in the one of `launch_id`.',
  toolset: 'launches',
  narrow: ['lite', 'plugin'],
  hints: INDEX_READ,
  input,
  output: walletPosition,
  answer: (context, question) =>
    question.launch_id === undefined
      ? inEveryLaunch(context, question)
      : inOneLaunch(context, { ...question, launch_id: question.launch_id }),
  inWords: ({ source, wallet, count, next_cursor, results }) => {
    const page = pageInWords(counted(results.length, 'launch', 'launches'), next_cursor);
    return [
      `${counted(count, 'launch', 'launches')} of wallet ${wallet} ${atSlot(source)}; ${page}`,
      ...results.map((result) => `Launch ${result.launch.launch_id}: ${walletInWords(result.wallet)}`),
    ].join('\n');
  },
});

async function inEveryLaunch(context: MirrorContext, question: Question): Promise<WalletPosition> {
  const { wallet, launchId: _, ...page } = requestOf(question);
  const { body } = await walletPositions(context, { wallet: parsePubkey(wallet), ...page });
  return { ...body, results: body.results.map(partOf) };
}

async function inOneLaunch(
  context: MirrorContext,
  question: Question & { readonly launch_id: bigint },
): Promise<WalletPosition> {
  if (question.cursor !== undefined) {
    throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'cursor', expected: 'left out with launch_id' });
  }
  const { limit: _, cursor: __, ...request } = requestOf(question);
  const key = parsePubkey(question.wallet);
  const { source, launch, wallet } = (await launchDetail(context, { ...request, wallet: key })).body;
  const results = wallet === undefined ? [] : [{ launch, wallet }];
  return { source, wallet: key, count: results.length, next_cursor: null, results };
}

/** A position in the form of REST's launch detail, so that one launch and all of them read alike. */
function partOf({ launch, pledge, ...settled }: PositionAnswer): WalletPosition['results'][number] {
  const { pledger: wallet, pledge_address, amount: pledged, pledged_ts } = pledge;
  return { launch, wallet: { wallet, pledge_address, pledged, pledged_ts, ...settled } };
}
