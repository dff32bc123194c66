import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { allocationAt } from '../../../../core/rules/allocation.ts';
import { settlementOutcome } from '../../../../core/rules/phase.ts';
import { associatedTokenAddress, createAssociatedAccount } from '../../../../idl/spl-instructions.ts';
import { scheduleOf } from '../../settlement-answer.ts';
import { mintDecimals } from '../../transactions/fee.ts';
import type { IntentDraft, TransactionBuilder } from '../draft.ts';
import { type BuilderContext, launchTerms, type PledgerFacts, pledgerFacts } from './context.ts';
import { escrowInstruction } from './escrow-program.ts';

/** What a pledger takes from a settled launch: unlocked tokens if it succeeded, the pledge if it failed. */
export type TakeOut = 'claim' | 'refund';

interface Taken {
  readonly mint: Pubkey;
  readonly amount: bigint;
}

interface Kind {
  readonly builder: string;
  readonly instruction: string;
  readonly verb: string;
  readonly takes: (facts: PledgerFacts) => Taken;
}

const KINDS: Readonly<Record<TakeOut, Kind>> = {
  claim: { builder: 'escrow.claim', instruction: 'claim_tokens', verb: 'Claim', takes: claimable },
  refund: { builder: 'escrow.refund', instruction: 'refund_pledge', verb: 'Reclaim', takes: refundable },
};

/** @throws LAUNCH_NOT_FOUND, NOTHING_CLAIMABLE */
export async function draftTakeOut(
  context: Pick<BuilderContext, 'mirror'>,
  what: TakeOut,
  { launchId, wallet }: { readonly launchId: bigint; readonly wallet: Pubkey },
): Promise<IntentDraft> {
  const { builder, verb, takes } = KINDS[what];
  const { mint, amount } = takes(await pledgerFacts(context, launchId, wallet));
  return {
    summary: `${verb} ${amount} base units of ${mint} from launch ${launchId}.`,
    move: { outflows: [], counterparties: [] },
    planTerms: { receives: [{ asset: mint, amount }], fees: [] },
    build: { builder, terms: { launch_id: launchId.toString() } },
  };
}

/**
 * The wallet's token account is created if missing, at the wallet's cost. Its rent is not an outflow: the account
 * belongs to the wallet, and closing it returns the rent.
 */
export function takeOutBuilder(context: BuilderContext, what: TakeOut): TransactionBuilder {
  const { builder: name, instruction, takes } = KINDS[what];
  return {
    name,
    build: async ({ owner, terms }) => {
      const { launch_id: launchId } = launchTerms.parse(terms);
      const facts = await pledgerFacts(context, launchId, owner);
      const { mint, amount } = takes(facts);
      const { programId } = facts.stamp.identity;
      const decimals = await mintDecimals(context.chain, mint);
      const take = escrowInstruction(context.idlOf(programId), {
        ...{ programId, instruction, launchId, pledger: owner, moves: { mint, amount, decimals } },
        tokens: associatedTokenAddress(owner, mint),
      });
      const account = createAssociatedAccount({ payer: owner, wallet: owner, mint });
      return { kind: 'instructions', instructions: [account, take] };
    },
  };
}

function claimable({ launch, pledge, stamp }: PledgerFacts): Taken {
  if (settlementOutcome(launch.status) !== 'succeeded') {
    throw nothing(`it is ${launch.status}, and only a launch that succeeded allocates tokens`);
  }
  if (pledge === undefined) throw nothing('the wallet has pledged nothing to it');
  if (stamp.now === undefined) throw nothing('the time of the chain is not known yet');
  const { tokenAllocation, totalPledged } = launch;
  const { claimable: amount, entitlement } = allocationAt({
    ...{ pledge, now: stamp.now },
    terms: { tokenAllocation, totalPledged },
    schedule: scheduleOf(launch),
  });
  if (amount === 0n) {
    throw nothing(`nothing of the ${entitlement} base units is unlocked and unclaimed`);
  }
  return { mint: launch.launchMint, amount };
}

function refundable({ launch, pledge }: PledgerFacts): Taken {
  if (launch.status !== 'failed')
    throw nothing(`it is ${launch.status}, and only a failed launch refunds pledges`);
  if (pledge === undefined || pledge.amount === 0n) throw nothing('the wallet has pledged nothing to it');
  if (pledge.refunded) throw nothing('the pledge has already been refunded');
  return { mint: launch.pledgeMint, amount: pledge.amount };
}

function nothing(reason: string): LaunchlensError {
  return new LaunchlensError('NOTHING_CLAIMABLE', { reason });
}
