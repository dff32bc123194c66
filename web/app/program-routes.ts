import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fileOfPage } from '../data/page-file.ts';
import { accountSearch, accountsSearch } from '../pages/search.ts';
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
] as const;
