const MOST = 64;

/** Evenly spaced values of a series of unknown length: 33 to 64 of them, and the newest. */
export interface Sampler {
  /** The value is computed only if it is kept. */
  add(value: () => bigint): void;
  values(): readonly bigint[];
}

export function createSampler(): Sampler {
  let kept: bigint[] = [];
  let stride = 1;
  let seen = 0;
  let newest: (() => bigint) | undefined;
  return {
    add: (value) => {
      newest = value;
      if (seen % stride === 0) kept.push(value());
      seen += 1;
      if (kept.length < MOST) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    values: () => (newest === undefined || (seen - 1) % stride === 0 ? kept : [...kept, newest()]),
  };
}
