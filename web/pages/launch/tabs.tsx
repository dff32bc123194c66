import { Link } from '@tanstack/react-router';
import { Tabs } from '../../parts/tabs.tsx';

/** The parts of a launch, each at an address of its own below that of the launch. */
export const LAUNCH_TABS = [
  { to: '/launches/$launchId', label: 'Overview' },
  { to: '/launches/$launchId/pledges', label: 'Pledges' },
  { to: '/launches/$launchId/activity', label: 'Activity' },
  { to: '/launches/$launchId/release', label: 'Release' },
  { to: '/launches/$launchId/proof', label: 'Proof' },
] as const;

/** The slot goes along from tab to tab; so does a wallet, up to the overview, which has no place for it. */
export function LaunchTabs({ launchId }: { readonly launchId: string }) {
  return (
    <Tabs label="Parts of the launch">
      {LAUNCH_TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ launchId }}
          search={({ slot, wallet }: LaunchPlace) => ({
            slot,
            wallet: label === 'Overview' ? undefined : wallet,
          })}
          activeOptions={{ exact: true, includeSearch: false }}
          resetScroll={false}
        >
          {label}
        </Link>
      ))}
    </Tabs>
  );
}

interface LaunchPlace {
  readonly slot?: string | undefined;
  readonly wallet?: string | undefined;
}
