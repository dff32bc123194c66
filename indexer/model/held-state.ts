/** One entry of the index for an address. */
interface HeldState {
  /** 32 raw bytes. */
  readonly address: Buffer;
  readonly kind: string;
  readonly slot: bigint;
  readonly gone: boolean;
}

/**
 * The index's state of one address. A decoded version that exists takes precedence. A quarantined one counts if
 * there is no decoded version, and none has ended in a later slot: an end in the same slot exists to hide the
 * account from readers.
 */
export function heldState<State extends HeldState>(states: readonly State[]): State | undefined {
  const newest = (among: readonly State[]): State | undefined =>
    among.reduce<State | undefined>((best, one) => (!best || one.slot > best.slot ? one : best), undefined);
  const version = newest(states.filter(({ kind }) => kind !== 'quarantine'));
  if (version && !version.gone) return version;
  const raw = newest(states.filter(({ kind }) => kind === 'quarantine'));
  return raw && !raw.gone && (!version || raw.slot >= version.slot) ? raw : undefined;
}

/** States ordered by address, grouped by address. */
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
