import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { at } from '../data/http.ts';
import { useNotices } from '../data/notices.ts';
import { Announcer } from '../parts/actions.tsx';
import { BrandIcon, MoonIcon, SunIcon } from '../parts/icons.tsx';
import { useTheme } from '../parts/media.ts';
import { chooseTheme } from '../parts/theme.ts';
import { HistoryBar } from './history-bar.tsx';
import { Menu } from './menu.tsx';
import { Search } from './search.tsx';
import { StampBar } from './stamp-bar.tsx';

/** The frame around every page. */
export function Shell() {
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
          <Menu />
          <Search />
          <ThemeButton />
        </div>
        <StampBar />
        <HistoryBar />
      </header>
      <Outlet />
      <Footer />
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

function ThemeButton() {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const label = `Show the ${other} theme`;
  return (
    <button
      type="button"
      className="button button-plain theme-button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(other)}
    >
      {other === 'dark' ? <MoonIcon /> : <SunIcon />}
    </button>
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
