import { Link } from '@tanstack/react-router';
import type { LaunchSummary } from '../../data/launch-shapes.ts';
import { type AtSlot, timeOf } from '../../data/source.ts';
import { grouped } from '../../model/numbers.ts';
import { LaunchHero } from '../../parts/launch-hero.tsx';
import { Notice } from '../../parts/notice.tsx';

export interface CurrentLaunchProps {
  readonly launch: LaunchSummary;
  readonly answeredAt: AtSlot;
}

/** The current launch: the newest active one, else the newest pending one, else the newest settled one. */
export function CurrentLaunch({ launch, answeredAt }: CurrentLaunchProps) {
  const id = launch.launchId.toString();
  return (
    <LaunchHero level="h2" launch={launch} slot={answeredAt.lastIndexedSlot} now={timeOf(answeredAt)}>
      <div>
        <Link className="button button-main" to="/launches/$launchId" params={{ launchId: id }}>
          Look into launch {id}
        </Link>
      </div>
    </LaunchHero>
  );
}

export function NoLaunch({ answeredAt }: Pick<CurrentLaunchProps, 'answeredAt'>) {
  return (
    <Notice tone="info" title="No launch exists yet">
      <p>
        The escrow program holds no launch at slot {grouped(answeredAt.lastIndexedSlot)}. As soon as one is
        created on chain it stands here, without reloading.
      </p>
    </Notice>
  );
}
