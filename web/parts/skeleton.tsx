/** A placeholder of the same height while content loads. */
export function Skeleton({ height, width = '100%' }: { readonly height: string; readonly width?: string }) {
  return <span className="skeleton" style={{ height, width }} aria-hidden="true" />;
}
