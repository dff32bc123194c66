import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { fileOfPage } from '../data/page-file.ts';
import {
  activitySearch,
  agentsSearch,
  compareSearch,
  harnessSearch,
  homeSearch,
  intentsSearch,
  launchSearch,
  pairSearch,
  settingsSearch,
  walletSearch,
} from '../pages/search.ts';
import { programRoutes } from './program-routes.ts';
import { rootRoute } from './root.tsx';

/** Every page is a separate file that is loaded when it is opened. */
const pages = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    validateSearch: homeSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/home/page.tsx')),
      'HomePage',
    ),
  }),
  // The list of launches is the home page, but its address is often guessed from that of a launch.
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/launches',
    validateSearch: homeSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/', search, replace: true });
    },
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
    path: '/wallets',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/wallets/page.tsx')),
      'WalletsPage',
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
    path: '/pair',
    validateSearch: pairSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/pair/page.tsx')),
      'PairPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents',
    validateSearch: agentsSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/agents/page.tsx')),
      'AgentsPage',
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
    path: '/guardrails',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/guardrails/page.tsx')),
      'GuardrailsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/rewards',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/rewards/page.tsx')),
      'RewardsPage',
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

const launchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/launches/$launchId',
  validateSearch: launchSearch,
  component: lazyRouteComponent(
    fileOfPage(() => import('../pages/launch/page.tsx')),
    'LaunchPage',
  ),
});

/** Links made before a launch had tabs may ask its overview for what is on another one now. */
const launchTabs = [
  createRoute({
    getParentRoute: () => launchRoute,
    path: '/',
    beforeLoad: ({ params, search }) => {
      const { wallet, sort, pledges, activity } = search;
      if (activity !== undefined)
        throw redirect({ to: '/launches/$launchId/activity', params, search, replace: true });
      if ((wallet ?? sort ?? pledges) !== undefined)
        throw redirect({ to: '/launches/$launchId/pledges', params, search, replace: true });
    },
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/launch/tabs/overview.tsx')),
      'OverviewTab',
    ),
  }),
  createRoute({
    getParentRoute: () => launchRoute,
    path: '/pledges',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/launch/tabs/pledges-tab.tsx')),
      'PledgesTab',
    ),
  }),
  createRoute({
    getParentRoute: () => launchRoute,
    path: '/activity',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/launch/tabs/flows.tsx')),
      'ActivityTab',
    ),
  }),
  createRoute({
    getParentRoute: () => launchRoute,
    path: '/release',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/launch/tabs/release.tsx')),
      'ReleaseTab',
    ),
  }),
  createRoute({
    getParentRoute: () => launchRoute,
    path: '/proof',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/launch/tabs/proof.tsx')),
      'ProofTab',
    ),
  }),
] as const;

/** Where the parts of the former settings page are now. */
const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  beforeLoad: ({ search: { part } }) => {
    if (part === 'guardrails' || part === 'rewards') throw redirect({ to: `/${part}`, replace: true });
    const shown = part === 'activity' ? 'log' : part === 'webhooks' ? part : undefined;
    throw redirect({ to: '/agents', search: { part: shown }, replace: true });
  },
});

export const routeTree = rootRoute.addChildren([
  ...pages,
  ...programRoutes,
  launchRoute.addChildren(launchTabs),
  settingsRoute,
]);
