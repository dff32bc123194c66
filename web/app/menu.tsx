import { Link, useMatchRoute } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { at } from '../data/http.ts';
import { useWaiting, waitingText } from '../data/owner/waiting.ts';
import { MenuIcon } from '../parts/icons.tsx';
import { NAVIGATION } from './navigation.ts';
import { openSearch } from './search.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The pages in a line, if there is room for it. */
export function Line() {
  return (
    <nav className="shell-nav" aria-label="Pages">
      <Groups />
    </nav>
  );
}

/** The pages behind a button. The browser opens it, closes it on Escape and on a click elsewhere, and returns the focus to the button. */
export function MenuButton() {
  const id = useId();
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" className="button button-plain" popoverTarget={id}>
        <MenuIcon />
        <span className="beside">Menu</span>
      </button>
      <nav ref={list} id={id} popover="auto" className="menu" aria-label="Pages">
        <Groups onFollow={() => list.current?.hidePopover()} />
        <ThemeButton />
      </nav>
    </>
  );
}

interface Following {
  readonly onFollow?: () => void;
}

function Groups({ onFollow }: Following) {
  const search = (): void => {
    onFollow?.();
    openSearch();
  };
  return NAVIGATION.map(({ name, entries, searches, refers }) => (
    <div key={name} className="nav-group">
      <span aria-hidden="true">{name}</span>
      <ul aria-label={name}>
        <Entries entries={entries} {...(onFollow && { onFollow })} />
        {searches && (
          <li>
            <button type="button" aria-keyshortcuts="Meta+K Control+K /" onClick={search}>
              Search
            </button>
          </li>
        )}
        {refers && (
          <li>
            <a href={at('docs').href}>API reference</a>
          </li>
        )}
      </ul>
    </div>
  ));
}

function Entries({ entries, onFollow }: Following & Pick<(typeof NAVIGATION)[number], 'entries'>) {
  const matches = useMatchRoute();
  return entries.map(({ to, label, holds, counts }) => (
    <li key={to}>
      <Link
        to={to}
        activeOptions={{ includeSearch: false, exact: to === '/' }}
        aria-current={
          holds !== undefined && matches({ to: holds, fuzzy: true }) !== false ? 'true' : undefined
        }
        {...(onFollow && { onClick: onFollow })}
      >
        {label}
        {counts && <Waits />}
      </Link>
    </li>
  ));
}

/** How much waits for the owner's decision. */
function Waits() {
  const waiting = useWaiting();
  if (waiting.count === 0) return null;
  return (
    <span className="waits">
      {waitingText(waiting)}
      <span className="visually-hidden"> waiting for you</span>
    </span>
  );
}
