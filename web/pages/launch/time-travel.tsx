import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type FullLaunch, type LaunchAt, useCoverage } from '../../data/launch.ts';
import type { CurvePoint } from '../../data/launch-shapes.ts';
import { useSource } from '../../data/stamp.ts';
import { calendar, formatCount, grouped, seconds } from '../../model/formats.ts';
import { Button } from '../../parts/actions.tsx';

/** The nearest known slots around `slot`, or now, in which the raise changed. */
export function neighbours(
  curve: readonly Pick<CurvePoint, 'slot'>[],
  slot: bigint | undefined,
): { readonly before: bigint | undefined; readonly after: bigint | undefined } {
  const slots = curve.map((point) => point.slot);
  return {
    before: slots.findLast((at) => slot === undefined || at < slot),
    after: slot === undefined ? undefined : slots.find((at) => at > slot),
  };
}

/** A slider passes many slots; only where it rests is requested. */
const REST_MS = 250;

export interface TimeTravelProps {
  readonly at: LaunchAt;
  /** Undefined if its state is unknown. */
  readonly launch: FullLaunch | undefined;
}

/** Shows the launch at any indexed slot. The slot is part of the address. */
export function TimeTravel({ at, launch }: TimeTravelProps) {
  const id = useId();
  const newest = useSource()?.lastIndexedSlot;
  const coverage = useCoverage().data;
  const { wanted, choose, go } = useWanted(at);
  const first = coverage?.firstSlot ?? undefined;
  if (newest === undefined || first === undefined) return null;
  const past = at.slot !== undefined;
  const shown = wanted ?? Number(newest);
  const { before, after } = neighbours(launch?.raiseCurve ?? [], past ? BigInt(at.slot ?? 0) : undefined);
  return (
    <section className="travel" data-past={past} aria-labelledby={`${id}-title`}>
      <div className="card-head">
        <h2 id={`${id}-title`}>{past ? `Viewing history at slot ${grouped(at.slot ?? 0)}` : 'Live'}</h2>
        <span className="card-note">
          {past ? <PastTime launch={launch} at={at} /> : 'Choose any earlier slot'}
        </span>
      </div>
      <div className="travel-controls">
        <div className="field">
          <label htmlFor={`${id}-slider`}>
            Slot {grouped(first)} to {grouped(newest)}
          </label>
          <input
            id={`${id}-slider`}
            className="slider"
            type="range"
            min={Number(first)}
            max={Number(newest)}
            value={shown}
            aria-valuetext={`slot ${grouped(shown)}`}
            onChange={(event) => choose(Number(event.target.value), Number(newest))}
          />
        </div>
        <ExactSlot key={at.slot ?? 'now'} id={`${id}-exact`} past={at.slot} shown={shown} go={go} />
        <div className="row">
          <Step label="Previous change" slot={before} go={go} />
          <Step label="Next change" slot={after} go={go} />
          <Button look="main" disabled={!past} onClick={() => go(undefined)}>
            Back to live
          </Button>
        </div>
      </div>
      {coverage !== undefined && coverage.lost.length > 0 && (
        <p className="small quiet">
          {formatCount(coverage.lost.length, 'range')} of slots cannot be answered for:{' '}
          {coverage.lost
            .slice(0, 3)
            .map(({ fromSlot, toSlot }) => `${grouped(fromSlot)} to ${grouped(toSlot)}`)
            .join(', ')}
          {coverage.lost.length > 3 && ', …'}
        </p>
      )}
    </section>
  );
}

function PastTime({ launch, at }: TimeTravelProps) {
  const time = launch?.source.slotTime ?? null;
  if (time === null || launch?.source.lastIndexedSlot !== BigInt(at.slot ?? -1)) return null;
  return <>{calendar(seconds(time))}. The whole page shows that moment.</>;
}

interface StepProps {
  readonly label: string;
  readonly slot: bigint | undefined;
  readonly go: (slot: number | undefined) => void;
}

function Step({ label, slot, go }: StepProps) {
  const to = slot === undefined ? undefined : Number(slot);
  return (
    <Button disabled={to === undefined} onClick={() => go(to)}>
      {label}
    </Button>
  );
}

interface ExactSlotProps {
  readonly id: string;
  /** The past slot shown. */
  readonly past: number | undefined;
  readonly shown: number;
  readonly go: (slot: number | undefined) => void;
}

/** The moving slot is only a placeholder, so that it never replaces what is being typed. */
function ExactSlot({ id, past, shown, go }: ExactSlotProps) {
  const open = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('slot') ?? '').replaceAll(',', '');
    if (/^[0-9]{1,15}$/.test(text)) go(Number(text));
  };
  return (
    <form className="field" onSubmit={open}>
      <label htmlFor={id}>Exact slot</label>
      <span className="travel-exact">
        <input
          id={id}
          name="slot"
          className="input"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={past}
          placeholder={String(shown)}
          required
        />
        <Button submit>Show</Button>
      </span>
    </form>
  );
}

/** The slider's position: immediate while dragging, in the address once it rests. */
function useWanted({ slot }: LaunchAt) {
  const navigate = useNavigate({ from: '/launches/$launchId' });
  const [held, setHeld] = useState<number>();
  const go = (to: number | undefined): void => {
    setHeld(undefined);
    void navigate({
      search: (before) => ({ ...before, slot: to === undefined ? undefined : String(to) }),
      resetScroll: false,
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a hand that moved on starts the time anew.
  useEffect(() => {
    if (held === undefined) return;
    const timer = setTimeout(() => go(held), REST_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const choose = (to: number, newest: number): void => {
    if (to === newest && slot === undefined) setHeld(undefined);
    else setHeld(to);
  };
  return { wanted: held ?? slot, choose, go };
}
