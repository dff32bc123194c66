import type { z } from 'zod';
import { type ErrorCode, LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import type { Move, Outflow } from '../../../../core/rules/moves.ts';
import type { IntentDraft, PlannedAmount } from '../../../actions/intents/draft.ts';
import { draftVenueAction, parametersOf, type VenueProposal } from '../../../actions/venues/builder.ts';
import type { VenueKind } from '../../../venues/venue.ts';
import { NO_VENUES, type Venues } from '../../../venues/venues.ts';
import { defineExecutionTool } from '../../catalogue/execution-tool.ts';
import { EXECUTION, type Tool, type ToolContext, type ToolTraits } from '../../catalogue/tool.ts';

export type VenueKinds = readonly [VenueKind, ...VenueKind[]];

/** One tool executed by a venue. Its own arguments decide what would leave the wallet; the venue is not asked. */
interface VenueToolDeclaration<Input extends z.ZodRawShape, Values = z.output<z.ZodObject<Input>>>
  extends Omit<ToolTraits, 'hints' | 'failures'> {
  /** The first that is configured is asked. */
  readonly kinds: VenueKinds;
  readonly input: Input;
  readonly failures?: readonly ErrorCode[];
  /** Rules between the arguments. */
  readonly coherent?: (input: Values) => void;
  /** What would leave the wallet; nothing by default. */
  readonly leaves?: (input: Values) => Outflow | undefined;
  /** Who receives it, if the arguments name anyone. */
  readonly counterparty?: (input: Values) => Pubkey;
  /** What has to come in, if the arguments decide it; omitted if nothing has to, or a quote decides. */
  readonly comesIn?: (input: Values) => Outflow;
  /** What would come in without having to, if the arguments name it; the plan shows it. */
  readonly receives?: (input: Values) => PlannedAmount | undefined;
  /** What the owner would give on another chain; the plan shows it. */
  readonly givesElsewhere?: (input: Values) => PlannedAmount;
  /** The traded tokens: if the operator marked them as equities, jurisdictions apply. */
  readonly trades?: (input: Values) => readonly string[];
  /** What would be done, as text without a full stop. */
  readonly what: (input: Values) => string;
  /** Without it, the venue is asked to build directly. */
  readonly draft?: (proposal: VenueProposal, input: Values) => Promise<IntentDraft>;
}

export const VENUE_FAILURES = [
  'VENUE_NOT_CONFIGURED',
  'VENUE_BUSY',
  'VENUE_FAILED',
  'VENUE_REFUSED',
] as const;
const BUILD_FAILURES = [...VENUE_FAILURES, 'VENUE_TRANSACTION_REFUSED', 'SIMULATION_FAILED'] as const;
const PROMISE = 'It signs and moves nothing.';

/** The checks use the move that the arguments name; only then a venue is asked. */
export function defineVenueTool<Input extends z.ZodRawShape>(declaration: VenueToolDeclaration<Input>): Tool {
  const { kinds, coherent, leaves, counterparty, comesIn, givesElsewhere, ...rest } = declaration;
  const { receives = (input) => assetOf(comesIn?.(input)), trades, what, draft, ...tool } = rest;
  const { failures = [], ...traits } = tool;
  type Values = z.output<z.ZodObject<Input>>;
  const moveOf = (context: ToolContext, input: Values): Move => {
    coherent?.(input);
    const venues = venuesOf(context);
    const outflow = leaves?.(input);
    return {
      outflows: outflow ? [outflow] : [],
      counterparties: counterparty ? [counterparty(input)] : [],
      venue: venues.find(...kinds)?.name,
      market: venues.marketOf(trades?.(input).map(parsePubkey) ?? []),
    };
  };
  return defineExecutionTool({
    ...traits,
    description: `${traits.description} ${PROMISE}`,
    hints: EXECUTION,
    failures: [...BUILD_FAILURES, ...failures],
    move: moveOf,
    draft: async (context, input: Values, { owner }) => {
      const venues = venuesOf(context);
      const proposal: VenueProposal = {
        owner,
        action: traits.name,
        parameters: parametersOf(input),
        notice: trades && venues.equityNotice,
        venue: venues.of(...kinds),
        minimum: comesIn?.(input),
        receives: listed(receives(input)),
        givesElsewhere: listed(givesElsewhere?.(input)),
        move: moveOf(context, input),
        what: what(input),
      };
      return draft ? draft(proposal, input) : draftVenueAction(proposal);
    },
  });
}

export function venuesOf({ venues = NO_VENUES }: ToolContext): Venues {
  return venues;
}

function assetOf(outflow: Outflow | undefined): PlannedAmount | undefined {
  return outflow && { asset: outflow.mint, amount: outflow.amount };
}

function listed(amount: PlannedAmount | undefined): readonly PlannedAmount[] | undefined {
  return amount && [amount];
}

/** An amount of a token by its mint. */
export const tokens = (mint: string, amount: bigint): Outflow => ({ mint: parsePubkey(mint), amount });

/** The amount that a tool's arguments name. */
export const amountLeaves = ({ mint, amount }: { readonly mint: string; readonly amount: bigint }) =>
  tokens(mint, amount);

/** @throws PARAMETER_MALFORMED */
export function requireArgument(holds: boolean, name: string, expected: string): void {
  if (!holds) throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected });
}
