import { type ReactNode, useId } from 'react';
import { at } from '../data/http.ts';
import type { LaunchSummary } from '../data/launch-shapes.ts';
import { useTokenName } from '../data/token-names.ts';
import { grouped } from '../model/formats.ts';
import { PHASES, timeLeft } from '../model/launch.ts';
import { CopyButton } from './copy-button.tsx';
import { type Fact, Facts } from './facts.tsx';
import { RaiseMeter } from './raise-meter.tsx';
import { TokenText } from './token.tsx';
import { Amount, Moment, PhaseBadge } from './values.tsx';

export interface LaunchHeroProps {
  readonly launch: LaunchSummary;
  /** The slot of everything shown. */
  readonly slot: bigint;
  /** The slot's time, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
  readonly children?: ReactNode;
}

/** A launch and its status, at a glance. */
export function LaunchHero({ launch, slot, now, children }: LaunchHeroProps) {
  const id = useId();
  const token = useTokenName(launch.launchMint);
  const left = timeLeft({ phase: launch.status, ...launch }, now);
  return (
    <section className="card hero" aria-labelledby={id}>
      <div className="card-head">
        <div className="title-row">
          <h2 id={id}>Launch {launch.launchId.toString()}</h2>
          <PhaseBadge phase={launch.status} />
          <TokenText mint={launch.launchMint} token={token} />
        </div>
        <div className="row">
          {left !== undefined && <strong>{left}</strong>}
          <span className="money">
            <span className="small quiet">as of slot {grouped(slot)}</span>
            <CopyButton
              text={at(`launches/${launch.launchId}?slot=${slot}`).href}
              what={`the link to this launch at slot ${grouped(slot)}`}
            />
          </span>
        </div>
      </div>
      <p className="quiet">{PHASES[launch.status].meaning}</p>
      <RaiseMeter launch={launch} />
      <Facts facts={[...boundsOf(launch), ...timesOf(launch)]} />
      {children}
    </section>
  );
}

function boundsOf({ pledgerCount, minRaise, maxRaise, pledgeMintDecimals }: LaunchSummary): Fact[] {
  return [
    { name: 'Pledgers', value: grouped(pledgerCount) },
    { name: 'Minimum', value: <Amount base={minRaise} decimals={pledgeMintDecimals} /> },
    { name: 'Maximum', value: <Amount base={maxRaise} decimals={pledgeMintDecimals} /> },
  ];
}

function timesOf({ startTs, endTs }: LaunchSummary): Fact[] {
  return [
    { name: 'Opens', value: <Moment time={startTs} /> },
    { name: 'Closes', value: <Moment time={endTs} /> },
  ];
}
