import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { failureOf } from '../data/failure.ts';
import { BASE } from '../data/http.ts';
import {
  harnessSearch,
  homeSearch,
  intentsSearch,
  launchSearch,
  pairSearch,
  settingsSearch,
} from '../pages/search.ts';
import { FailureNotice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Shell } from './shell.tsx';

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: BrokenPage,
});

/** Every page is a separate file that is loaded when it is opened. */
const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    validateSearch: homeSearch,
    component: lazyRouteComponent(() => import('../pages/home/page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/launches/$launchId',
    validateSearch: launchSearch,
    component: lazyRouteComponent(() => import('../pages/launch/page.tsx'), 'LaunchPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/pair',
    validateSearch: pairSearch,
    component: lazyRouteComponent(() => import('../pages/pair/page.tsx'), 'PairPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    validateSearch: settingsSearch,
    component: lazyRouteComponent(() => import('../pages/settings/page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/harness',
    validateSearch: harnessSearch,
    component: lazyRouteComponent(() => import('../pages/harness/page.tsx'), 'HarnessPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/intents',
    validateSearch: intentsSearch,
    component: lazyRouteComponent(() => import('../pages/intents/list/page.tsx'), 'IntentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/intents/$intentId',
    component: lazyRouteComponent(() => import('../pages/intents/one/page.tsx'), 'IntentPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  basepath: BASE.pathname,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <Page title="Something failed">
      <FailureNotice failure={failureOf(error)} onRetry={() => window.location.reload()} />
    </Page>
  );
}

/** The search part of an address as plain text: a number in it might not fit a double. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <div className="whole-page">
        <h1>Page not found</h1>
        <p className="quiet">Check the address, or start from the launches.</p>
        <Link className="button button-main" to="/">
          View launches
        </Link>
      </div>
    </Page>
  );
}
