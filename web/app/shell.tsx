import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { at } from '../data/http.ts';
import { useNotices } from '../data/notices.ts';
import { Announcer } from '../parts/actions.tsx';
import { BrandIcon } from '../parts/icons.tsx';
import { useMedia } from '../parts/media.ts';
import { AccountButton } from './account-button.tsx';
import { HistoryBar } from './history-bar.tsx';
import { Line, MenuButton } from './menu.tsx';
import { Search, SearchButton } from './search.tsx';
import { StampPill } from './stamp-pill.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Room for the whole navigation in a line. */
const WIDE = '(min-width: 72rem)';

/** The frame around every page. */
export function Shell() {
  const isWide = useMedia(WIDE);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="shell-header">
        <div className="shell-bar">
          <Link className="brand" to="/">
            <BrandIcon />
            <span>Launchlens</span>
          </Link>
          {!isWide && <SearchButton />}
          <StampPill />
          <AccountButton />
          {isWide ? <ThemeButton /> : <MenuButton />}
        </div>
        <HistoryBar />
      </header>
      {isWide && <Line />}
      <Outlet />
      <Footer />
      <Search />
      <Announcer />
      <Notices />
    </>
  );
}

const WaitingNotices = lazy(async () => {
  try {
    return { default: (await import('./waiting-notices.tsx')).WaitingNotices };
  } catch {
    // Without its file there are no notices until the page is loaded again.
    return { default: () => null };
  }
});

/** Loaded for readers who asked for notices. */
function Notices() {
  if (!useNotices()) return null;
  return (
    <Suspense>
      <WaitingNotices />
    </Suspense>
  );
}

function Footer() {
  return (
    <footer className="shell-footer">
      <div>
        <p>Every answer is the exact state of the chain at one named slot, and anyone can prove it.</p>
        <a href={at('docs').href}>REST</a>
        <a href={at('graphql').href}>GraphQL</a>
        <a href={at('openapi.json').href}>OpenAPI</a>
      </div>
    </footer>
  );
}
