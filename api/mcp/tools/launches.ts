import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import {
  type IloDetails,
  iloDetails,
  launchSettlement,
  sourceStatus,
  type WalletPosition,
  walletPosition,
} from '../../../schemas/mcp/answers.ts';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import * as given from '../../../schemas/reads/arguments.ts';
import { freshness, launchId } from '../../../schemas/reads/arguments.ts';
import type { PositionAnswer } from '../../../schemas/rest/positions.ts';
import type { MirrorContext } from '../../actions/context.ts';
import { launchDetail, launchStatus } from '../../actions/launch-detail.ts';
import { walletPositions } from '../../actions/listings.ts';
import { requestOf } from '../../actions/reads/read.ts';
import {
  atSlot,
  explained,
  launchText,
  pageText,
  settlementText,
  walletText,
} from '../../actions/reads/texts.ts';
import { audits, coverage } from '../../actions/record-listings.ts';
import { defineTool, INDEX_READ } from '../catalogue/tool.ts';

const detailsInput = z.strictObject({
  launch_id: given.launchId.json.optional(),
  ...jsonOf({ wallet: given.walletPart, ...given.freshness }),
});

export const getIloDetails = defineTool({
  name: 'get_ilo_details',
  title: 'Launch details',
  description:
    "One token launch: its terms, what was pledged, its settlement once it has one, and with `wallet` that wallet's pledge and its allocation or refund. Without `launch_id`: the current launch of the cluster and the gate in front of it. Amounts are base units as decimal strings; `source.last_indexed_slot` is the slot that the answer is exact at.",
  toolset: 'launches',
  narrow: ['lite', 'plugin'],
  hints: INDEX_READ,
  input: detailsInput,
  output: iloDetails,
  answer: async (context, question) => (await ask(context, question)).body,
  textOf: (answer) => {
    const { source, launch, settlement, wallet: part, launch_gate: gate } = answer;
    const waiting =
      gate && gate.pending.length > 0 ? `Launch gate: waiting for ${gate.pending.join(', ')}.` : '';
    const said = [
      launch === null ? 'No launch exists.' : launchText(launch),
      settlement && settlementText(settlement),
      part && walletText(part),
      waiting,
      `As it stands ${atSlot(source)}.`,
    ];
    return said.filter(Boolean).join(' ');
  },
});

async function ask(
  context: MirrorContext,
  question: z.output<typeof detailsInput>,
): Promise<{ body: IloDetails }> {
  const { launchId, wallet, ...request } = requestOf(question);
  const key = wallet === undefined ? undefined : parsePubkey(wallet);
  if (launchId !== undefined) return launchDetail(context, { launchId, wallet: key, ...request });
  const status = await launchStatus(context, request);
  const { launch, source } = status.body;
  if (key === undefined || launch === null) return status;
  const asOfSlot = BigInt(source.last_indexed_slot);
  const current = await launchDetail(context, { launchId: BigInt(launch.launch_id), wallet: key, asOfSlot });
  return { body: { ...status.body, ...current.body } };
}

export const getSettlement = defineTool({
  name: 'get_settlement',
  title: 'How a launch settled',
  description:
    'The outcome of one launch: what was allocated and how much of it is unlocked, or what is refunded of what is owed. `settlement` is null while the launch is not settled.',
  toolset: 'launches',
  narrow: ['plugin'],
  hints: INDEX_READ,
  input: z.strictObject(jsonOf({ launch_id: launchId, ...freshness })),
  output: launchSettlement,
  answer: async (context, question) => {
    const { body } = await launchDetail(context, requestOf(question));
    const { source, launch, settlement = null } = body;
    return { source, launch_id: launch.launch_id, status: launch.status, settlement };
  },
  textOf: ({ source, launch_id, status, settlement }) => {
    const outcome = settlement === null ? 'It is not settled.' : settlementText(settlement);
    return `Launch ${launch_id} is ${status} ${atSlot(source)}. ${outcome}`;
  },
});

const positionInput = z.strictObject({
  wallet: given.wallet.json,
  launch_id: given.launchId.json.optional(),
  ...jsonOf(given.page),
});
type Question = z.output<typeof positionInput>;

export const getWalletPosition = defineTool({
  name: 'get_wallet_position',
  title: "A wallet's position",
  description:
    'What one wallet pledged, and its allocation or refund once the launch was settled: in every launch that it pledged to, page by page, or in the one of `launch_id`.',
  toolset: 'launches',
  narrow: ['lite', 'plugin'],
  hints: INDEX_READ,
  input: positionInput,
  output: walletPosition,
  answer: (context, question) =>
    question.launch_id === undefined
      ? inEveryLaunch(context, question)
      : inOneLaunch(context, { ...question, launch_id: question.launch_id }),
  textOf: ({ source, wallet, count, next_cursor, results }) => {
    const page = pageText(counted(results.length, 'launch', 'launches'), next_cursor);
    return [
      `${counted(count, 'launch', 'launches')} of wallet ${wallet} ${atSlot(source)}; ${page}`,
      ...results.map((result) => `Launch ${result.launch.launch_id}: ${walletText(result.wallet)}`),
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
  const { pledger: wallet, pledge_address, amount: pledged, pledged_ts, explorer } = pledge;
  return { launch, wallet: { wallet, pledge_address, pledged, pledged_ts, explorer, ...settled } };
}

const NEWEST_RANGES = 20;

export const getSourceStatus = defineTool({
  name: 'get_source_status',
  title: 'Freshness, coverage and proof',
  description:
    'How fresh the index is, which slots it can answer for, and what was proven equal to the chain, in figures and in words. Ask it before relying on an answer.',
  toolset: 'proof',
  narrow: ['lite', 'plugin'],
  hints: INDEX_READ,
  input: z.strictObject(jsonOf(freshness)),
  output: sourceStatus,
  answer: async (context, question) => {
    const covered = (await coverage(context, { limit: NEWEST_RANGES, ...requestOf(question) })).body;
    const { source, first_slot, lost } = covered;
    const asOfSlot = BigInt(source.last_indexed_slot);
    const [newest_audit = null] = (await audits(context, { limit: 1, asOfSlot })).body.results;
    const facts = { source, first_slot, lost, coverage: covered.results, newest_audit };
    return { ...facts, explanation: explained(facts) };
  },
  textOf: ({ explanation: { freshness, coverage, verification } }) =>
    [freshness, coverage, verification].join(' '),
});
