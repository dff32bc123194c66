import { Link, useMatchRoute } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { useWaiting, waitingText } from '../data/owner/waiting.ts';
import { MenuIcon } from '../parts/icons.tsx';
import { useMedia } from '../parts/media.ts';
import { NAVIGATION } from './navigation.ts';

/** The pages, in a line if there is room, otherwise behind a button. */
export function Menu() {
  return useMedia('(min-width: 48rem)') ? <Line /> : <Behind />;
}

function Line() {
  return (
    <nav className="shell-nav" aria-label="Pages">
      <Links />
    </nav>
  );
}

/** The browser opens it, closes it on Escape and on a click elsewhere, and returns the focus to the button. */
function Behind() {
  const id = useId();
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" className="button button-plain menu-button" popoverTarget={id}>
        <MenuIcon />
        Menu
      </button>
      <nav ref={list} id={id} popover="auto" className="menu" aria-label="Pages">
        <Links onFollow={() => list.current?.hidePopover()} />
      </nav>
    </>
  );
}

function Links({ onFollow }: { readonly onFollow?: () => void }) {
  const matches = useMatchRoute();
  return NAVIGATION.map(({ to, label, holds, counts }) => (
    <Link
      key={to}
      to={to}
      activeOptions={{ includeSearch: false }}
      aria-current={holds !== undefined && matches({ to: holds }) !== false ? 'true' : undefined}
      {...(onFollow && { onClick: onFollow })}
    >
      {label}
      {counts && <Waits />}
    </Link>
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
