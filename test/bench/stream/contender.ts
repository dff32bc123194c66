/** `official` is the official client as its manual shows it; the others are our transports. */
export type Contender = 'official' | 'native' | 'http2';

export interface ClientResult {
  readonly updates: number;
  readonly checksum: number;
  readonly perSecond: number;
  /** CPU time of the client's process per update, native threads included. */
  readonly cpuMicros: number;
}
