/** A page that the header leads to. A page below its address is its own; others are named. */
interface Entry {
  readonly to: '/' | '/intents' | '/pair' | '/settings' | '/harness';
  readonly label: string;
  /** Of the pages that belong to it without standing below its address. */
  readonly holds?: '/launches/$launchId';
}

export const NAVIGATION: readonly Entry[] = [
  { to: '/', label: 'Launches', holds: '/launches/$launchId' },
  { to: '/intents', label: 'Intents' },
  { to: '/pair', label: 'Pair an agent' },
  { to: '/settings', label: 'Settings' },
  { to: '/harness', label: 'Harness' },
];
