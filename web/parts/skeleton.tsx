/** Holds the place of what is being loaded, of the same height. */
export function Skeleton({ height, width = '100%' }: { readonly height: string; readonly width?: string }) {
  return <span className="skeleton" style={{ height, width }} aria-hidden="true" />;
}
