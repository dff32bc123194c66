import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { LaunchAt } from '../../data/launch.ts';
import { useLaunchChanges } from '../../data/launch-changes.ts';
import { grouped } from '../../model/formats.ts';
import type { SlotRange } from '../../model/slots.ts';
import { Button } from '../../parts/actions.tsx';
import type { LaunchSearch } from '../search.ts';

/** A slider passes many slots; only where it rests is requested. */
const REST_MS = 250;

/** Shows a slot, or now. Replacing the entry of the browser's history leaves the way back to what was before it. */
export type GoToSlot = (slot: bigint | undefined, options: { readonly replace: boolean }) => void;

/** The chosen slot: immediate while dragging, in the address once the slider rests. Undefined for now. */
export function useChosenSlot({ slot }: LaunchAt) {
  const navigate = useNavigate();
  const [held, setHeld] = useState<bigint>();
  const past = slot !== undefined;
  const go: GoToSlot = (to, { replace }) => {
    setHeld(undefined);
    void navigate({
      to: '.',
      // Pages of a listing belong to one slot.
      search: ({ pledges: _, activity: __, ...before }: LaunchSearch) => ({
        ...before,
        slot: to?.toString(),
      }),
      resetScroll: false,
      replace,
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a hand that moved on starts the time anew.
  useEffect(() => {
    if (held === undefined) return;
    const timer = setTimeout(() => go(held, { replace: past }), REST_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return { chosen: held ?? (past ? BigInt(slot) : undefined), choose: setHeld, go };
}

interface SlotSliderProps {
  readonly life: SlotRange;
  readonly shown: bigint;
  readonly onSlot: (slot: bigint) => void;
}

export function SlotSlider({ life: { fromSlot, toSlot }, shown, onSlot }: SlotSliderProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Slot {grouped(fromSlot)} to {grouped(toSlot)}
      </label>
      <input
        id={id}
        className="slider"
        type="range"
        min={Number(fromSlot)}
        max={Number(toSlot)}
        value={Number(shown)}
        aria-valuetext={`slot ${grouped(shown)}`}
        onChange={({ target }) => onSlot(BigInt(target.value))}
      />
    </div>
  );
}

interface ExactSlotProps {
  /** The past slot shown. */
  readonly past: number | undefined;
  readonly shown: bigint;
  readonly onSlot: (slot: bigint) => void;
}

/** The moving slot is only a placeholder, so that it never replaces what is being typed. */
export function ExactSlot({ past, shown, onSlot }: ExactSlotProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const open = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('slot') ?? '').replaceAll(',', '');
    const isSlot = /^[0-9]{1,15}$/.test(text.trim());
    setWrong(!isSlot);
    if (isSlot) onSlot(BigInt(text));
  };
  return (
    <form className="field" onSubmit={open} noValidate>
      <label htmlFor={id}>Exact slot</label>
      <span className="travel-exact">
        <input
          id={id}
          name="slot"
          className="input"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={past}
          placeholder={shown.toString()}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
        />
        <Button submit>Show</Button>
      </span>
      {isWrong && (
        <p id={`${id}-wrong`} className="field-error" role="alert">
          A slot is a whole number, like {shown.toString()}.
        </p>
      )}
    </form>
  );
}

interface StepsProps {
  readonly at: LaunchAt;
  readonly go: GoToSlot;
}

/** Leads to the nearest slots in which the launch changed. They are asked for again first, so that none is passed over. */
export function Steps({ at, go }: StepsProps) {
  const { data, error, refetch } = useLaunchChanges(at);
  const step = async (way: 'previousSlot' | 'nextSlot'): Promise<void> => {
    const slot = (await refetch()).data?.[way] ?? undefined;
    if (slot !== undefined) go(slot, { replace: at.slot !== undefined });
  };
  return (
    <>
      <Button disabled={data?.previousSlot == null} onClick={() => void step('previousSlot')}>
        Previous change
      </Button>
      <Button disabled={data?.nextSlot == null} onClick={() => void step('nextSlot')}>
        Next change
      </Button>
      {error !== null && <span className="small quiet">The changes cannot be read now.</span>}
    </>
  );
}
