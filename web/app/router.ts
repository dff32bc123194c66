import { createRouter } from '@tanstack/react-router';
import { BASE } from '../data/http.ts';
import { BrokenPage, NotFound } from './root.tsx';
import { routeTree } from './routes.ts';

export const router = createRouter({
  routeTree,
  basepath: BASE.pathname,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** The search part of an address as plain text: a number in it might not fit a double. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
