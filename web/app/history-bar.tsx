import { Link, useMatch } from '@tanstack/react-router';
import { grouped } from '../model/formats.ts';

/** Says on every screen of a page that it shows the past, and leads back to now. */
export function HistoryBar() {
  const launch = useMatch({ from: '/launches/$launchId', shouldThrow: false });
  const wallet = useMatch({ from: '/wallets/$wallet', shouldThrow: false });
  const slot = (launch ?? wallet)?.search.slot;
  if (slot === undefined) return null;
  return (
    <section className="history-bar" data-tone="warn" aria-label="History">
      <p>
        <strong>History.</strong> This page shows slot {grouped(BigInt(slot))}, not now.
      </p>
      <Link
        to="."
        search={(before) => ({ ...before, slot: undefined, pledges: undefined, activity: undefined })}
        resetScroll={false}
      >
        Show live
      </Link>
    </section>
  );
}
