/** A page that the header links to. Pages below its address belong to it; others are listed. */
interface Entry {
  readonly to: '/' | '/intents' | '/pair' | '/settings' | '/harness';
  readonly label: string;
  /** Pages that belong to it without being below its address. */
  readonly holds?: '/launches/$launchId';
  /** Shows how much waits for the owner there. */
  readonly counts?: true;
}

export const NAVIGATION: readonly Entry[] = [
  { to: '/', label: 'Launches', holds: '/launches/$launchId' },
  { to: '/intents', label: 'Intents', counts: true },
  { to: '/pair', label: 'Pair an agent' },
  { to: '/settings', label: 'Settings' },
  { to: '/harness', label: 'Harness' },
];
