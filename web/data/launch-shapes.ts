import { z } from 'zod';
import { LAUNCH_STATUSES } from '../../schemas/launch-statuses.ts';
import { seconds } from '../model/formats.ts';
import { question } from './graphql.ts';
import { amount, instant, integer, pubkey, small } from './scalars.ts';

/** The freshness stamp, as in GraphQL. */
const sourceShape = z.object({
  lastIndexedSlot: integer,
  commitment: z.enum(['confirmed', 'finalized']),
  slotTime: instant.nullable(),
  chainSlot: integer,
  lagSlots: integer,
  verifiedSlot: integer.nullable(),
  unreadableAccounts: integer.nullable(),
  cluster: z.string(),
  programId: pubkey,
});

export type Source = z.output<typeof sourceShape>;

/** The slot at which an answer is exact, and its time. */
export const atSlotShape = sourceShape.pick({ lastIndexedSlot: true, slotTime: true });
export type AtSlot = z.output<typeof atSlotShape>;

/** Unix seconds; undefined if no block time is known. */
export const timeOf = ({ slotTime }: AtSlot): bigint | undefined =>
  slotTime === null ? undefined : seconds(slotTime);

export const SOURCE = question()('query Stamp', z.object({ source: sourceShape }));

/** What differs from slot to slot: one event for each is most of what an open page receives. */
const movingShape = sourceShape.omit({ commitment: true, cluster: true, programId: true });

export const SOURCE_CHANGED = question()('subscription Stamp', z.object({ sourceChanged: movingShape }));

export const statusShape = z.enum(LAUNCH_STATUSES);

/** The fields of a launch in a list. */
export const summaryShape = z.object({
  launchId: amount,
  status: statusShape,
  launchMint: pubkey,
  pledgeMintDecimals: small.nullable(),
  pledgeMintSymbol: z.string().nullable(),
  minRaise: amount,
  maxRaise: amount,
  totalPledged: amount,
  pledgerCount: integer,
  startTs: integer,
  endTs: integer,
});
export type LaunchSummary = z.output<typeof summaryShape>;

const explorerShape = z.object({
  launchConfig: z.url(),
  escrowTokenAccount: z.url(),
  launchVault: z.url(),
  launchMint: z.url(),
  pledgeMint: z.url(),
  authority: z.url(),
  program: z.url(),
});

const settlementShape = z.object({
  outcome: z.enum(['succeeded', 'failed']),
  tokenAllocation: amount,
  allocatedTotal: amount,
  dust: amount,
  escrowEmptied: z.boolean(),
  release: z
    .object({ startTs: integer, cliffTs: integer, endTs: integer, unlockedBps: integer.nullable() })
    .nullable(),
  refunds: z.object({ refundableTotal: amount, refundedTotal: amount, refundedCount: integer }).nullable(),
});
export type Settlement = z.output<typeof settlementShape>;

/** The state of a launch's accounts. */
export const launchShape = summaryShape.extend({
  source: atSlotShape,
  launchMintDecimals: small.nullable(),
  tokenAllocation: amount,
  releaseStartTs: integer,
  releaseCliffSeconds: integer,
  releaseDurationSeconds: integer,
  maxPledgePerWallet: amount,
  escrowBalance: amount.nullable(),
  vaultBalance: amount.nullable(),
  updatedSlot: integer,
  settlement: settlementShape.nullable(),
});

/** Which accounts a launch has. They never change. */
export const accountsShape = z.object({
  source: sourceShape.pick({ cluster: true, programId: true }),
  address: pubkey,
  authority: pubkey,
  launchMint: pubkey,
  pledgeMint: pubkey,
  escrowTokenAccount: pubkey,
  launchVault: pubkey,
  explorer: explorerShape,
});

export type LaunchAccounts = z.output<typeof accountsShape>;

export const curvePoint = z.object({
  slot: integer,
  time: instant.nullable(),
  totalPledged: amount,
  pledgerCount: integer,
});
export type CurvePoint = z.output<typeof curvePoint>;

const quantiles = z.object({ min: amount, p50: amount, p90: amount, max: amount });

export const distributionShape = z.object({
  count: integer,
  sum: amount,
  mean: amount.nullable(),
  giniBps: integer.nullable(),
  quantiles: quantiles.nullable(),
  buckets: z.array(z.object({ from: amount, to: amount, count: integer, sum: amount })),
});
export type Distribution = z.output<typeof distributionShape>;

export const pageInfoShape = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

export const flowsShape = z.object({
  completeFromSlot: integer.nullable(),
  nodes: z.array(
    z.object({
      slot: integer,
      time: instant.nullable(),
      signature: z.string(),
      ordinal: integer,
      direction: z.enum(['in', 'out']),
      kind: z.string(),
      wallet: pubkey.nullable(),
      amount: amount,
    }),
  ),
  pageInfo: pageInfoShape,
});
export type Flows = z.output<typeof flowsShape>;
