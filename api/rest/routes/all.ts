import type { Route } from '../route.ts';
import { launchDetailRoute } from './launch-detail.ts';
import { launchStatusRoute } from './launch-status.ts';
import { launchesRoute } from './launches.ts';
import { pledgesRoute } from './pledges.ts';

export const BASE_PATH = '/api/v1';

/** Every read of the launch mirror. */
export const MIRROR_ROUTES: readonly Route[] = [
  launchStatusRoute,
  launchesRoute,
  launchDetailRoute,
  pledgesRoute,
];
