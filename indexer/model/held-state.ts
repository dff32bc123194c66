/** One of the things that an index says of one address. */
interface HeldState {
  /** 32 raw bytes. */
  readonly address: Buffer;
  readonly kind: string;
  readonly slot: bigint;
  readonly gone: boolean;
}

/**
 * What the index has at one address. A version that exists is what readers are given, whatever else is known. What was
 * quarantined counts where no version stands, and none has ended in a later slot: in the same slot, the end is there to
 * say that readers are given nothing any more.
 */
export function heldState<State extends HeldState>(states: readonly State[]): State | undefined {
  const newest = (among: readonly State[]): State | undefined =>
    among.reduce<State | undefined>((best, one) => (!best || one.slot > best.slot ? one : best), undefined);
  const version = newest(states.filter(({ kind }) => kind !== 'quarantine'));
  if (version && !version.gone) return version;
  const raw = newest(states.filter(({ kind }) => kind === 'quarantine'));
  return raw && !raw.gone && (!version || raw.slot >= version.slot) ? raw : undefined;
}

/** States that come ordered by address, gathered by address. */
export async function* byAddress<State extends HeldState>(
  batches: AsyncIterable<readonly State[]>,
): AsyncGenerator<readonly State[]> {
  let open: State[] = [];
  for await (const batch of batches) {
    for (const state of batch) {
      if (open[0] && !open[0].address.equals(state.address)) {
        yield open;
        open = [];
      }
      open.push(state);
    }
  }
  if (open.length > 0) yield open;
}
