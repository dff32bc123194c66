import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type PayoutRequestAnswer, payoutRequest } from '../../../schemas/rest/claims.ts';
import type { Access } from '../../access/access.ts';
import type { Caller } from '../../access/caller.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { ClaimableRecord, RewardsReader } from '../../read/rewards/reader.ts';
import type { Payouts } from '../../state/payouts/payouts.ts';
import { writerOf } from '../write.ts';

const writeRequest = writerOf(payoutRequest);

export interface ClaimContext {
  readonly access: Pick<Access, 'claimableWallet'>;
  readonly mirror: Pick<Mirror, 'stampAt'>;
  readonly rewards: Pick<RewardsReader, 'claimable' | 'preMint'>;
  readonly payouts: Pick<Payouts, 'open' | 'requestsOf'>;
  /** The reward token's mint; if unset, it is before the mint. */
  readonly payoutMint: Pubkey | undefined;
  readonly rewardAsset: string;
  readonly clock: Clock;
}

/** The programmes that a wallet claims itself. */
export type ClaimProgram = 'referral' | 'clone';

export interface ClaimQuestion {
  readonly program: ClaimProgram;
  readonly walletAddress: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * A payout request for everything of one programme that is mature, priced, not held, not paid and in no other request.
 * It moves no funds. A repeat finds nothing new or, with its key, the same request.
 * @throws WALLET_UNBOUND, CLAIM_WALLET_UNKNOWN, PRE_MINT, NOTHING_TO_CLAIM, CLAIM_ALREADY_REQUESTED, MIRROR_NOT_READY
 */
export async function claim(
  context: ClaimContext,
  caller: Caller,
  { program, walletAddress, idempotencyKey }: ClaimQuestion,
): Promise<PayoutRequestAnswer> {
  const wallet = await context.access.claimableWallet(caller, walletAddress);
  const payoutMint = await mintOf(context);
  const now = context.clock.now();
  const { facts: records } = await context.rewards.claimable({ wallet, program, now });
  const request = await context.payouts.open({
    ...{ wallet, program, payoutMint, idempotencyKey, records, now },
    requestedBy: caller.wallet ?? wallet,
  });
  if (!request) throw await nothingToClaim(context, records);
  return writeRequest({ ...request, destinationAddress: request.wallet });
}

/** Tells a repeated claim, whose first answer may have been lost, from a wallet with nothing to settle. */
async function nothingToClaim({ payouts }: ClaimContext, records: readonly ClaimableRecord[]) {
  const requests = await payouts.requestsOf(records.map(({ recordId }) => recordId));
  const newest = [...requests.values()].reduce((a, b) => (a > b ? a : b), 0n);
  return newest === 0n
    ? new LaunchlensError('NOTHING_TO_CLAIM', {})
    : new LaunchlensError('CLAIM_ALREADY_REQUESTED', { request: newest });
}

/** Whether the mint exists is decided at the newest slot of the index. @throws PRE_MINT */
async function mintOf({ mirror, rewards, payoutMint, rewardAsset }: ClaimContext): Promise<string> {
  if (payoutMint === undefined || (await rewards.preMint(await mirror.stampAt(undefined)))) {
    throw new LaunchlensError('PRE_MINT', { rewardAsset });
  }
  return payoutMint;
}
