export const LAUNCH_ID = 7n;

/** What is asked for. */
export const PATHS = {
  detail: `/api/v1/ilo/launches/${LAUNCH_ID}/`,
  pledges: `/api/v1/ilo/launches/${LAUNCH_ID}/pledges/?limit=100`,
} as const;
export type Question = keyof typeof PATHS;

/** Where each contender listens. */
export interface Ports {
  readonly ours: number;
  readonly bare: number;
  readonly clickhouse: number;
}
export type Contender = keyof Ports;
