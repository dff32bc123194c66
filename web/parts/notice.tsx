import type { ReactNode } from 'react';
import { grouped } from '../model/numbers.ts';
import type { Tone } from './badge.tsx';

export interface NoticeProps {
  readonly tone: Exclude<Tone, 'good'>;
  readonly title: string;
  readonly children?: ReactNode;
  /** Announced immediately, for notices that appear on their own. */
  readonly urgent?: boolean;
}

/** Something that a reader should know before reading on. */
export function Notice({ tone, title, children, urgent = false }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}

export interface OutdatedProps {
  /** What is outdated, as a subject. */
  readonly what: string;
  /** The slot of the last update. */
  readonly slot: bigint;
}

/** The content shown is outdated, because no newer answer arrives. */
export function Outdated({ what, slot }: OutdatedProps) {
  return (
    <Notice tone="warn" title={`${what} is not up to date`} urgent>
      <p>Last update: slot {grouped(slot)}. Reconnecting…</p>
    </Notice>
  );
}
