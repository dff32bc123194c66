import type { FaultOf } from '../plan/fault.ts';
import type { Stage } from './stage.ts';

const PATIENCE_SLOTS = 25;

/** Slots pass, then the process lives again. */
async function comeBack({ keeper, steps }: Stage, down: number): Promise<void> {
  await steps.more(down);
  await keeper.start();
}

export function kill(stage: Stage, { down, kind }: FaultOf<'kill'>): Promise<void> {
  return stage.keeper.alone(async () => {
    await stage.keeper.kill();
    await comeBack(stage, down);
    void stage.over(kind);
  });
}

export function restart(stage: Stage, { down, kind }: FaultOf<'restart'>): Promise<void> {
  return stage.keeper.alone(async () => {
    await stage.keeper.stop();
    await comeBack(stage, down);
    void stage.over(kind);
  });
}

export function killAtWrite(stage: Stage, fault: FaultOf<'kill-at-write'>): Promise<void> {
  const { table, nth, phase, down, kind } = fault;
  return stage.keeper.alone(async () => {
    const met = await stage.keeper.killAtWrite({ table, nth, phase }, PATIENCE_SLOTS);
    await comeBack(stage, down);
    void stage.over(met ? kind : 'kill');
  });
}

export function killAtStart(stage: Stage, { nth, down, kind }: FaultOf<'kill-at-start'>): Promise<void> {
  return stage.keeper.alone(async () => {
    await stage.keeper.kill();
    await stage.steps.more(down);
    // A start has only so many statements: one that lives through them dies at the first batches.
    const survived = await stage.keeper.start({ table: undefined, nth, phase: 'before' });
    if (survived)
      await stage.keeper.killAtWrite({ table: undefined, nth: 1, phase: 'after' }, PATIENCE_SLOTS);
    // One that writes nothing for so long is waiting for something, and dies waiting.
    await stage.keeper.kill();
    await comeBack(stage, 0);
    void stage.over(kind);
  });
}
