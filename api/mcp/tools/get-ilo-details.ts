import { z } from 'zod';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { type IloDetails, iloDetails } from '../../../schemas/mcp/answers.ts';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import * as given from '../../../schemas/reads/arguments.ts';
import type { MirrorContext } from '../../actions/context.ts';
import { launchDetail } from '../../actions/launch-detail.ts';
import { launchStatus } from '../../actions/launch-status.ts';
import { requestOf } from '../../actions/reads/read.ts';
import { atSlot, launchInWords, settlementInWords, walletInWords } from '../../actions/reads/texts.ts';
import { defineTool, INDEX_READ } from '../catalogue/tool.ts';

const input = z.strictObject({
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
  input,
  output: iloDetails,
  answer: async (context, question) => (await ask(context, question)).body,
  inWords: (answer) => {
    const { source, launch, settlement, wallet: part, launch_gate: gate } = answer;
    const waiting =
      gate && gate.pending.length > 0 ? `Launch gate: waiting for ${gate.pending.join(', ')}.` : '';
    const said = [
      launch === null ? 'No launch exists.' : launchInWords(launch),
      settlement && settlementInWords(settlement),
      part && walletInWords(part),
      waiting,
      `As it stands ${atSlot(source)}.`,
    ];
    return said.filter(Boolean).join(' ');
  },
});

async function ask(context: MirrorContext, question: z.output<typeof input>): Promise<{ body: IloDetails }> {
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
