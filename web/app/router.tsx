import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { againAfter, failureOf } from '../data/failure.ts';
import { BASE } from '../data/http.ts';
import { fileOfPage } from '../data/page-file.ts';
import {
  activitySearch,
  compareSearch,
  harnessSearch,
  homeSearch,
  intentsSearch,
  launchSearch,
  pairSearch,
  settingsSearch,
  walletSearch,
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
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/home/page.tsx')),
      'HomePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/launches/$launchId',
    validateSearch: launchSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/launch/page.tsx')),
      'LaunchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/wallets/$wallet',
    validateSearch: walletSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/wallet/page.tsx')),
      'WalletPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activity',
    validateSearch: activitySearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/activity/page.tsx')),
      'ActivityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/compare',
    validateSearch: compareSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/compare/page.tsx')),
      'ComparePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/pair',
    validateSearch: pairSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/pair/page.tsx')),
      'PairPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    validateSearch: settingsSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/settings/page.tsx')),
      'SettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents/$credentialId',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/agent/page.tsx')),
      'AgentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/harness',
    validateSearch: harnessSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/harness/page.tsx')),
      'HarnessPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/intents',
    validateSearch: intentsSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/intents/list/page.tsx')),
      'IntentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/intents/$intentId',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/intents/one/page.tsx')),
      'IntentPage',
    ),
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
  const router = useRouter();
  const failure = failureOf(error);
  const again = againAfter(failure);
  useEffect(() => {
    if (again === false) return;
    const timer = setTimeout(() => void router.invalidate(), again);
    return () => clearTimeout(timer);
  }, [again, router]);
  // Loading the document again during an outage would leave for the browser's own error page.
  const retry = again === false ? () => window.location.reload() : () => void router.invalidate();
  return (
    <Page title="Something failed">
      <FailureNotice failure={failure} onRetry={retry} retries={again !== false} />
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
