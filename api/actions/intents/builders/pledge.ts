import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { type PledgeHindrance, pledgeHindrance } from '../../../../core/rules/pledging.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { decimalsOf, requireDecimals, tokenBalance } from '../../transactions/fee.ts';
import { wireTime } from '../../wire.ts';
import type { IntentDraft, TransactionBuilder } from '../draft.ts';
import { type BuilderContext, type PledgerFacts, pledgerFacts, pledgeTerms } from './context.ts';
import { escrowInstruction } from './escrow-program.ts';

const PLEDGE_BUILDER = 'escrow.pledge';

export interface PledgeRequest {
  readonly launchId: bigint;
  readonly wallet: Pubkey;
  /** Base units of the pledge mint. */
  readonly amount: bigint;
  /** The decimals that the caller expects the mint to have. */
  readonly decimals?: number | undefined;
}

interface Pledging extends PledgerFacts {
  readonly tokens: Pubkey;
  readonly decimals: number;
}

/**
 * A planned pledge, after every check that is possible before signing.
 * @throws LAUNCH_NOT_FOUND, PLEDGE_REFUSED, MINT_UNKNOWN, AMOUNT_MALFORMED, BALANCE_TOO_LOW, CHAIN_UNREADABLE
 */
export async function draftPledge(context: BuilderContext, request: PledgeRequest): Promise<IntentDraft> {
  const { launchId, amount } = request;
  const { launch } = await pledging(context, request);
  const outflow = { mint: launch.pledgeMint, amount };
  return {
    summary: `Pledge ${amount} base units of ${launch.pledgeMint} to launch ${launchId}.`,
    move: { outflows: [outflow], counterparties: [] },
    planTerms: { receives: [], fees: [] },
    build: {
      builder: PLEDGE_BUILDER,
      terms: { launch_id: launchId.toString(), amount: amount.toString() },
    },
    feeOn: outflow,
  };
}

export function pledgeBuilder(context: BuilderContext): TransactionBuilder {
  return {
    name: PLEDGE_BUILDER,
    build: async ({ owner, terms }) => {
      const { launch_id: launchId, amount } = pledgeTerms.parse(terms);
      const { stamp, launch, tokens, decimals } = await pledging(context, {
        launchId,
        amount,
        wallet: owner,
      });
      const { programId } = stamp.identity;
      const instruction = escrowInstruction(context.idlOf(programId), {
        ...{ programId, launchId, tokens, pledger: owner },
        instruction: 'pledge',
        args: { amount },
        moves: { mint: launch.pledgeMint, amount, decimals },
      });
      return { kind: 'instructions', instructions: [instruction] };
    },
  };
}

async function pledging(context: BuilderContext, request: PledgeRequest): Promise<Pledging> {
  const { launchId, wallet, amount } = request;
  const facts = await pledgerFacts(context, launchId, wallet);
  const { launch, pledge, stamp } = facts;
  const hindrance = pledgeHindrance(launch, { amount, pledged: pledge?.amount ?? 0n, now: stamp.now });
  if (hindrance) throw new LaunchlensError('PLEDGE_REFUSED', { reason: textOf(hindrance) });
  const mint = launch.pledgeMint;
  const tokens = associatedTokenAddress(wallet, mint);
  const { held } = await context.chain.accounts([mint, tokens]);
  const decimals = decimalsOf(mint, held[0]);
  requireDecimals(mint, decimals, request.decimals);
  const balance = tokenBalance(held[1], { mint, wallet }) ?? 0n;
  if (balance < amount) throw new LaunchlensError('BALANCE_TOO_LOW', { mint, needed: amount, held: balance });
  return { ...facts, tokens, decimals };
}

function textOf(hindrance: PledgeHindrance): string {
  switch (hindrance.kind) {
    case 'status':
      return `it is ${hindrance.status}, and only an active one takes pledges`;
    case 'time_unknown':
      return 'the time of the chain is not known yet';
    case 'not_started':
      return `its window opens at ${wireTime(hindrance.startTs) ?? hindrance.startTs}`;
    case 'closed':
      return `its window closed at ${wireTime(hindrance.endTs) ?? hindrance.endTs}`;
    case 'capacity':
      return `it takes ${hindrance.left} base units more in all`;
    case 'wallet_cap':
      return `it takes ${hindrance.left} base units more of this wallet`;
  }
}
