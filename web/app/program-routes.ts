import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fileOfPage } from '../data/page-file.ts';
import { accountSearch, accountsSearch, callsSearch } from '../pages/search.ts';
import { rootRoute } from './root.tsx';

/** The pages of followed programs. */
export const programRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/programs',
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/programs/page.tsx')),
      'ProgramsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/programs/$program/$type',
    validateSearch: accountsSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/programs/accounts.tsx')),
      'AccountsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/programs/$program/$type/$address',
    validateSearch: accountSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/programs/account.tsx')),
      'AccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/programs/$program/instructions/$name',
    validateSearch: callsSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/programs/instructions.tsx')),
      'InstructionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/programs/$program/events/$name',
    validateSearch: callsSearch,
    component: lazyRouteComponent(
      fileOfPage(() => import('../pages/programs/events.tsx')),
      'EventsPage',
    ),
  }),
] as const;
