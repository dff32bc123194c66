import { Link, Outlet } from '@tanstack/react-router';
import { at } from '../data/http.ts';
import { Announcer } from '../parts/actions.tsx';
import { BrandIcon, MoonIcon, SunIcon } from '../parts/icons.tsx';
import { useTheme } from '../parts/media.ts';
import { chooseTheme } from '../parts/theme.ts';
import { HistoryBar } from './history-bar.tsx';
import { Menu } from './menu.tsx';
import { Search } from './search.tsx';
import { StampBar } from './stamp-bar.tsx';
import { WaitingNotices } from './waiting-notices.tsx';

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
      <WaitingNotices />
    </>
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
