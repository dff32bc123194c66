import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { TransactionPreview } from '../../../schemas/rest/intents.ts';
import type { Created } from '../../state/intents/create.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { IntentsContext } from './context.ts';
import type { IntentDraft } from './draft.ts';

/** What becomes of a draft, whether an agent proposes it or the owner makes it. */

/** The technology fee on it. */
export async function feeOf(
  { feeOn }: IntentsContext,
  { feeOn: basis }: IntentDraft,
): Promise<Fee | undefined> {
  return basis && feeOn(basis);
}

/** Its transaction, decoded and simulated; undefined if none is built here. @throws CHAIN_READER_MISSING, BUILDER_MISSING, SIMULATION_FAILED and those of the builder */
export async function preview(
  { assembler, builders }: IntentsContext,
  { owner, draft }: { readonly owner: Pubkey; readonly draft: IntentDraft },
  fee: Fee | undefined,
): Promise<TransactionPreview | undefined> {
  if (draft.build === undefined) return undefined;
  const { builder: name, terms } = draft.build;
  const builder = builders.get(name);
  if (assembler === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  if (builder === undefined) {
    throw new LaunchlensError('BUILDER_MISSING', { what: draft.summary, setting: name });
  }
  const built = await builder.build({ owner, terms, fee, purpose: 'show' });
  const { instructions, simulation, feeLeftOut } = await assembler.assemble({ owner, built, fee });
  return { instructions, simulation, technology_fee_left_out: feeLeftOut ?? null };
}

/** @throws PLAN_UNKNOWN, PLAN_MISMATCH, PLAN_USED, IDEMPOTENCY_CONFLICT, INTENTS_FULL */
export function madeOr(made: Created) {
  switch (made.kind) {
    case 'created':
    case 'repeated':
      return { intent: made.intent, repeated: made.kind === 'repeated' };
    case 'plan_unknown':
      throw new LaunchlensError('PLAN_UNKNOWN', {});
    case 'plan_mismatch':
      throw new LaunchlensError('PLAN_MISMATCH', {});
    case 'plan_used':
      throw new LaunchlensError('PLAN_USED', { intentId: made.intentId });
    case 'idempotency_conflict':
      throw new LaunchlensError('IDEMPOTENCY_CONFLICT', { intentId: made.intentId });
    case 'full':
      throw new LaunchlensError('INTENTS_FULL', { most: made.most });
  }
}
