import type { CurvePoint } from '../../data/launch-shapes.ts';

/** The nearest known slots around `slot`, or now, in which the raise changed. */
export function neighbours(
  curve: readonly Pick<CurvePoint, 'slot'>[],
  slot: bigint | undefined,
): { readonly before: bigint | undefined; readonly after: bigint | undefined } {
  const slots = curve.map((point) => point.slot);
  return {
    before: slots.findLast((at) => slot === undefined || at < slot),
    after: slot === undefined ? undefined : slots.find((at) => at > slot),
  };
}
