import type { FaultOf } from '../plan/fault.ts';
import type { Stage } from './stage.ts';

interface Fork {
  readonly blocks: number;
  readonly sameSlots: boolean;
  readonly silent: boolean;
}

interface Death {
  /** The last slot below the fork. */
  readonly below: bigint;
  /** On the clock of `performance`. */
  readonly diedAt: number;
}

/** The chain is on a fork that is confirmed and dies. Resolves once the surviving fork is confirmed beyond it. */
async function die({ chain: { chain }, steps }: Stage, fork: Fork): Promise<Death> {
  const below = chain.heads.processed;
  chain.doom(fork);
  let first = chain.blocks.above(below)[0];
  for (; !first; first = chain.blocks.above(below)[0]) await steps.more(1);
  let dead = first.slot;
  while (chain.blocks.at(first.slot)?.blockhash === first.blockhash) {
    dead = chain.heads.processed;
    await steps.more(1);
  }
  const diedAt = performance.now();
  while (chain.heads.confirmed <= dead) await steps.more(1);
  return { below, diedAt };
}

async function recover(stage: Stage, kind: 'dying-fork' | 'equivocation', death: Death): Promise<void> {
  const lost = stage.mayLoseBase(death.below);
  await stage.over(kind, death.diedAt);
  if (lost) lost.to = stage.watch.slot;
}

export async function dyingFork(stage: Stage, fault: FaultOf<'dying-fork'>): Promise<void> {
  await stage.chain.aloneOnFork(async () => {
    const unsettled = stage.mayMislead();
    await recover(stage, fault.kind, await die(stage, fault));
    unsettled.over = true;
  });
}

export async function equivocation(stage: Stage, fault: FaultOf<'equivocation'>): Promise<void> {
  const { chain, steps } = stage;
  await chain.aloneOnFork(() =>
    chain.alone(async () => {
      const unsettled = stage.mayMislead();
      const died = die(stage, { ...fault, silent: true });
      // Some of the fork is seen before the stream goes away.
      await steps.more(fault.blocks);
      await chain.stopStream();
      await steps.more(fault.slots);
      await chain.startStream();
      await recover(stage, fault.kind, await died);
      unsettled.over = true;
    }),
  );
}
