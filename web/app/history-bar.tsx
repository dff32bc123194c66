import { Link, useMatch } from '@tanstack/react-router';
import { grouped } from '../model/formats.ts';

/** Says on every screen of a page that it shows the past, and leads back to now. */
export function HistoryBar() {
  const shown = useMatch({ from: '/launches/$launchId', shouldThrow: false });
  const slot = shown?.search.slot;
  if (shown === undefined || slot === undefined) return null;
  return (
    <section className="history-bar" data-tone="warn" aria-label="History">
      <p>
        <strong>History.</strong> This page shows slot {grouped(BigInt(slot))}, not now.
      </p>
      <Link
        to="/launches/$launchId"
        params={shown.params}
        search={({ slot: _, ...before }) => before}
        resetScroll={false}
      >
        Show live
      </Link>
    </section>
  );
}
