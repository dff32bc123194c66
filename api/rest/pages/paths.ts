/** Paths that a browser opens as pages; the application in them tells them apart. Any other path stays unknown. */
export const PAGE_PATHS = [
  '/',
  '/launches/:launchId',
  '/intents',
  '/intents/:intentId',
  '/pair',
  '/settings',
  '/harness',
] as const;
