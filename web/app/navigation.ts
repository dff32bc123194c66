/** A page that the navigation links to. Pages below its address belong to it; others are listed. */
interface Entry {
  readonly to:
    | '/'
    | '/activity'
    | '/wallets'
    | '/intents'
    | '/agents'
    | '/guardrails'
    | '/rewards'
    | '/harness'
    | '/programs';
  readonly label: string;
  /** Pages that belong to it without being below its address. */
  readonly holds?: '/launches/$launchId' | '/pair';
  /** Shows how much waits for the owner there. */
  readonly counts?: true;
}

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Also opens the search. */
  readonly searches?: true;
  /** Also leads to the reference of the API. */
  readonly refers?: true;
}

export const NAVIGATION: readonly Group[] = [
  {
    name: 'Explore',
    entries: [
      { to: '/', label: 'Launches', holds: '/launches/$launchId' },
      { to: '/activity', label: 'Activity' },
      { to: '/wallets', label: 'Wallet' },
    ],
    searches: true,
  },
  {
    name: 'My agents',
    entries: [
      { to: '/intents', label: 'Inbox', counts: true },
      { to: '/agents', label: 'Agents', holds: '/pair' },
      { to: '/guardrails', label: 'Guardrails' },
      { to: '/rewards', label: 'Rewards' },
    ],
  },
  {
    name: 'Developers',
    entries: [
      { to: '/programs', label: 'Programs' },
      { to: '/harness', label: 'Harness' },
    ],
    refers: true,
  },
];
