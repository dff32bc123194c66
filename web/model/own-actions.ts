import type { LaunchStatus } from '../../schemas/launch-statuses.ts';

/** What an owner can do in a launch without an agent. */
export type OwnAction = 'pledge_to_ilo' | 'claim_ilo_tokens' | 'refund_ilo_pledge';

interface Offer {
  readonly action: OwnAction;
  readonly verb: string;
}

const CLAIM: Offer = { action: 'claim_ilo_tokens', verb: 'Claim' };

const OFFERS: Partial<Record<LaunchStatus, Offer>> = {
  active: { action: 'pledge_to_ilo', verb: 'Pledge' },
  succeeded: CLAIM,
  finalized: CLAIM,
  failed: { action: 'refund_ilo_pledge', verb: 'Get refund' },
};

/** What a launch of this status offers; undefined before it is open. */
export const offerOf = (status: LaunchStatus): Offer | undefined => OFFERS[status];

interface Room {
  readonly maxRaise: bigint;
  readonly totalPledged: bigint;
  readonly maxPledgePerWallet: bigint;
}

/** The most that a wallet can still pledge, in base units; undefined without a bound. Zero bounds nothing. */
export function pledgeRoom(
  { maxRaise, totalPledged, maxPledgePerWallet }: Room,
  pledged: bigint,
): bigint | undefined {
  const left = [
    ...(maxRaise > 0n ? [maxRaise - totalPledged] : []),
    ...(maxPledgePerWallet > 0n ? [maxPledgePerWallet - pledged] : []),
  ];
  const least = left.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
  return least !== undefined && least < 0n ? 0n : least;
}
