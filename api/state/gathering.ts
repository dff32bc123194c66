/**
 * Gathers what is asked in one turn of the event loop into one statement. Requests of different connections arrive in
 * callbacks of their own, which is as far as a DataLoader looks by itself.
 */
export function untilTheLoopTurns(dispatch: () => void): void {
  setImmediate(dispatch);
}
