/** The greatest slot of several answers, at least `floor`. */
export function newestSlot(answers: readonly { readonly slot: bigint }[], floor: bigint): bigint {
  let newest = floor;
  for (const { slot } of answers) if (slot > newest) newest = slot;
  return newest;
}
