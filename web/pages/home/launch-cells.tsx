import { Link } from '@tanstack/react-router';
import type { LaunchSummary } from '../../data/launch-shapes.ts';
import type { TokenNames } from '../../data/token-names.ts';
import { grouped } from '../../model/formats.ts';
import { timeLeft } from '../../model/launch.ts';
import { RaiseBar } from '../../parts/raise-meter.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, Moment, PhaseBadge } from '../../parts/values.tsx';

export function Progress(launch: LaunchSummary) {
  return <RaiseBar {...launch} label={`The raise of launch ${launch.launchId}`} />;
}

interface NameProps {
  readonly names: TokenNames;
  readonly launch: LaunchSummary;
  readonly withStatus?: boolean;
}

export function Name({ launch: { launchId, launchMint, status }, names, withStatus = false }: NameProps) {
  const id = launchId.toString();
  return (
    <span className="launch-name">
      <Link to="/launches/$launchId" params={{ launchId: id }}>
        Launch {id}
      </Link>
      <TokenText mint={launchMint} token={names.get(launchMint)} plain={withStatus} />
      {withStatus && <PhaseBadge phase={status} />}
    </span>
  );
}

export function Raised({ totalPledged, pledgeMintDecimals }: LaunchSummary) {
  return <Amount base={totalPledged} decimals={pledgeMintDecimals} />;
}

export function Maximum({ maxRaise, pledgeMintDecimals }: LaunchSummary) {
  return maxRaise === 0n ? 'None' : <Amount base={maxRaise} decimals={pledgeMintDecimals} />;
}

export const Pledgers = ({ pledgerCount }: LaunchSummary): string => grouped(pledgerCount);

interface TimedProps {
  /** The time of the slot at which the launches are shown, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
  readonly launch: LaunchSummary;
}

export function Ends({ launch, now }: TimedProps) {
  const left = timeLeft({ phase: launch.status, ...launch }, now);
  return left === undefined ? (
    <Moment time={launch.endTs} now={now} />
  ) : (
    <span title={`Ends at Unix second ${launch.endTs}`}>{left}</span>
  );
}

export function RaisedAndEnds({ launch, now }: TimedProps) {
  const { totalPledged, maxRaise, pledgeMintDecimals: decimals } = launch;
  return (
    <span className="two-facts" data-end="true">
      <span>
        <Amount base={totalPledged} decimals={decimals} short />
        {maxRaise > 0n && (
          <span className="quiet">
            {' '}
            of <Amount base={maxRaise} decimals={decimals} short />
          </span>
        )}
      </span>
      <span className="small quiet">
        <Ends launch={launch} now={now} />
      </span>
    </span>
  );
}
