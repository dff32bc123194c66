import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** How many exports may run at a time. */
export interface ExportTurns {
  /** Takes a turn; call the result to give it back. @throws EXPORT_BUSY */
  take(): () => void;
}

export function createTurns(most: number): ExportTurns {
  let running = 0;
  return {
    take: () => {
      if (running >= most) throw new LaunchlensError('EXPORT_BUSY', { running });
      running += 1;
      let held = true;
      return () => {
        if (held) running -= 1;
        held = false;
      };
    },
  };
}
