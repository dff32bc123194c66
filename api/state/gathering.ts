/**
 * Combines the lookups of one event-loop turn into one statement. Requests of different connections arrive in separate
 * callbacks, which is as far as a DataLoader looks by default.
 */
export function untilTheLoopTurns(dispatch: () => void): void {
  setImmediate(dispatch);
}
