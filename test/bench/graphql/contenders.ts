export const LAUNCH_ID = 7n;

const PAGE = `query Page($launchId: BigUint!) {
  launch(launchId: $launchId) {
    pledges(first: 100) {
      nodes { pledger pledgeAddress amount tokensReleased refunded pledgedTs updatedSlot }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** One page of a hundred pledges, every field of each. */
export const BODY = JSON.stringify({ query: PAGE, variables: { launchId: `${LAUNCH_ID}` } });
/** Where each contender listens. */
export interface Ports {
  readonly ours: number;
  /** Ours without remembered answers: every request is executed. */
  readonly executing: number;
  readonly yoga: number;
  readonly mercurius: number;
  /** Mercurius with its queries compiled. */
  readonly compiling: number;
}
export type Contender = keyof Ports;
