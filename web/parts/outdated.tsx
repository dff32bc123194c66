import { grouped } from '../model/numbers.ts';
import { Notice } from './notice.tsx';

export interface OutdatedProps {
  /** What is outdated, as a subject. */
  readonly what: string;
  /** The slot of the last update. */
  readonly slot: bigint;
}

/** The content shown is outdated, because no newer answer arrives. */
export function Outdated({ what, slot }: OutdatedProps) {
  return (
    <Notice tone="warn" title={`${what} is not up to date`} urgent>
      <p>
        The last answer was exact at slot {grouped(slot)}; since then none came. It is shown until the next
        one comes.
      </p>
    </Notice>
  );
}
