/** Paths that a browser opens as pages; the application distinguishes them. Any other path is unknown. */
export const PAGE_PATHS = [
  '/',
  '/launches/:launchId',
  '/intents',
  '/intents/:intentId',
  '/pair',
  '/settings',
  '/harness',
] as const;
