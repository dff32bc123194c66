import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { type Pubkey, parsePubkey } from '../../core/kernel/pubkey.ts';
import type { Shutdown } from '../../core/kernel/shutdown.ts';
import { createRewardLedger } from '../../core/ledger/ledger.ts';
import { preMintNow } from '../../core/ledger/pre-mint.ts';
import type { Olap } from '../../core/olap/port.ts';
import { post, rpcEndpoint } from '../../core/rpc/post.ts';
import type { RewardEvent } from '../../core/rules/rewards.ts';
import type { RewardProgram } from '../../schemas/reward-programs.ts';

/** The wallet whose rewards the demo shows; `docs/examples/sign-in.mjs` holds its key, which anybody may use. */
const DEMO_WALLET = parsePubkey('8fTzmHZgqY3yJgZBDj9Rh5JbFF4cUmKuK9zmGvDJw6vU');

const DAY_MS = 24 * 60 * 60 * 1000;
/** Far above the ids that people use in examples. */
const FIRST_ID = 1_000_001n;
const PAID = { recordId: FIRST_ID + 4n, amount: 2_500_000n } as const;
const BY = 'the demo';

/** Records in every state that exists before the mint. */
export function demoRewards(now: number): RewardEvent[] {
  const accrued = (place: bigint, daysAgo: number, program: RewardProgram, amount?: bigint): RewardEvent => ({
    ...{ kind: 'accrued', recordId: FIRST_ID + place, program, wallet: DEMO_WALLET, amount },
    at: now - daysAgo * DAY_MS,
  });
  return [
    accrued(0n, 2, 'signup_bonus', 1_000_000n),
    accrued(1n, 12, 'distribution', 4_000_000n),
    { kind: 'held', recordId: FIRST_ID + 1n, at: now - 9 * DAY_MS, reason: 'a review of the demo' },
    accrued(2n, 15, 'clone'),
    accrued(3n, 20, 'season', 7_500_000n),
    accrued(PAID.recordId - FIRST_ID, 25, 'season', PAID.amount),
    accrued(5n, 18, 'hive_contribution'),
  ];
}

export interface DemoRewardsParts {
  readonly olap: Olap;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly rpcUrl: string;
  readonly mint: Pubkey | undefined;
}

/** Records the rewards of the demo, and has one paid on chain as soon as the reward token is minted. */
export async function showRewards(parts: DemoRewardsParts): Promise<void> {
  const { olap, clock, logger, shutdown, mint } = parts;
  const preMint = (signal?: AbortSignal) => preMintNow(olap.reader, mint, signal);
  const ledger = createRewardLedger({ olap, clock, logger, preMint });
  await ledger.append(demoRewards(clock.now()), { by: BY });
  const paying = (async () => {
    while (await preMint(shutdown.signal)) await clock.sleep(LOOK_MS, shutdown.signal);
    const txSignature = await payOnChain(parts);
    await ledger.append([{ kind: 'paid', recordId: PAID.recordId, at: clock.now(), txSignature }], {
      by: BY,
    });
  })().catch((error: unknown) => {
    if (!shutdown.signal.aborted) logger.warn({ err: error }, 'the demo could not pay its reward');
  });
  shutdown.onClose('the rewards of the demo', () => paying);
}

const LOOK_MS = 5_000;
const RPC_LIMIT_MS = 10_000;

const payment = z.object({ signature: z.string() });
const statuses = z.object({
  value: z.array(z.object({ confirmationStatus: z.string() }).nullable()),
});

/** Orders the payment from the local chain's treasury. Returns its signature once it is final. */
async function payOnChain({ rpcUrl, clock, shutdown: { signal } }: DemoRewardsParts): Promise<string> {
  const endpoint = rpcEndpoint(rpcUrl, RPC_LIMIT_MS);
  const order = { wallet: DEMO_WALLET, amount: PAID.amount.toString() };
  const { signature } = await post(endpoint, {
    ...{ method: 'localnet_treasuryPay', params: [order], result: payment, signal },
  });
  const status = { method: 'getSignatureStatuses', params: [[signature]], result: statuses, signal };
  const isFinal = async () => (await post(endpoint, status)).value[0]?.confirmationStatus === 'finalized';
  while (!(await isFinal())) await clock.sleep(LOOK_MS, signal);
  return signature;
}
