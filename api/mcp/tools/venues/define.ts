import type { z } from 'zod';
import type { ErrorCode } from '../../../../core/kernel/errors/registry.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import type { Move, Outflow } from '../../../../core/rules/moves.ts';
import type { AgentPrincipal } from '../../../access/agents/principal.ts';
import type { IntentDraft } from '../../../actions/intents/draft.ts';
import { draftVenueAction, parametersOf, type VenueProposal } from '../../../actions/venues/draft.ts';
import type { VenueKind } from '../../../venues/venue.ts';
import type { Venues } from '../../../venues/venues.ts';
import { NO_VENUES } from '../../../venues/venues.ts';
import { defineExecutionTool } from '../../catalogue/execution-tool.ts';
import { EXECUTION, type Tool, type ToolContext, type ToolTraits } from '../../catalogue/tool.ts';

/** One tool executed by a venue. Its own arguments decide what would leave the wallet; the venue is not asked. */
export interface VenueToolDeclaration<Input extends z.ZodRawShape>
  extends Omit<ToolTraits, 'hints' | 'failures'> {
  /** The first that is configured is asked. */
  readonly kinds: readonly [VenueKind, ...VenueKind[]];
  readonly input: Input;
  readonly failures?: readonly ErrorCode[];
  /** Rules between the arguments. */
  readonly coherent?: (input: z.output<z.ZodObject<Input>>) => void;
  readonly move: (input: z.output<z.ZodObject<Input>>) => Omit<Move, 'venue' | 'market'>;
  /** What has to come in, if the arguments decide it; omitted if nothing has to, or a quote decides. */
  readonly comesIn?: (input: z.output<z.ZodObject<Input>>) => Outflow;
  /** The traded tokens: if the operator marked them as equities, jurisdictions apply. */
  readonly trades?: (input: z.output<z.ZodObject<Input>>) => readonly Pubkey[];
  /** What would be done, as text without a full stop. */
  readonly what: (input: z.output<z.ZodObject<Input>>) => string;
  /** Without it, the venue is asked to build directly. */
  readonly draft?: (proposal: VenueProposal, input: z.output<z.ZodObject<Input>>) => Promise<IntentDraft>;
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
  const { kinds, coherent, move, comesIn, trades, what, draft = draftVenueAction, ...rest } = declaration;
  const { failures = [], ...traits } = rest;
  type Values = z.output<z.ZodObject<Input>>;
  const moveOf = (context: ToolContext, input: Values): Move => {
    coherent?.(input);
    const venues = venuesOf(context);
    const market = venues.marketOf(trades?.(input) ?? []);
    return { ...move(input), venue: venues.find(...kinds)?.name, market };
  };
  return defineExecutionTool({
    ...traits,
    description: `${traits.description} ${PROMISE}`,
    hints: EXECUTION,
    failures: [...BUILD_FAILURES, ...failures],
    move: moveOf,
    draft: async (context: ToolContext, input: Values, { owner }: AgentPrincipal) => {
      const venues = venuesOf(context);
      const notice = trades && venues.equityNotice;
      const asked = { owner, action: traits.name, parameters: parametersOf(input) };
      const proposal = { ...asked, notice, venue: venues.of(...kinds), minimum: comesIn?.(input) };
      return draft({ ...proposal, move: moveOf(context, input), what: what(input) }, input);
    },
  });
}

export function venuesOf({ venues = NO_VENUES }: ToolContext): Venues {
  return venues;
}
