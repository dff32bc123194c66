import type { Boundary } from '../boundaries/boundary.ts';
import type { Phase, Subject } from '../plan/fault.ts';

/** Ends the process by SIGKILL at the nth write from now on: to that table, or of any kind. */
export interface ArmedKill {
  readonly table: string | undefined;
  readonly nth: number;
  readonly phase: Phase;
}

export interface SubjectOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** What it follows; left out, the launches. */
  readonly subject?: Subject;
  readonly pace: number;
  /** Memory of the API for pledges; as set without it. */
  readonly pledgeBytes?: number | undefined;
  readonly logFile: string;
  /** Armed before the first statement. */
  readonly kill?: ArmedKill | undefined;
  /** Every boundary of writing is told, and the process ends at the one that is named. There is no API then. */
  readonly meter?: { readonly step: string; readonly kill: Boundary | undefined } | undefined;
}

/** What the process under test is told. */
export type Order =
  | { readonly kind: 'kill'; readonly kill: ArmedKill }
  /** Ends the process at this boundary instead. */
  | { readonly kind: 'kill-at'; readonly boundary: Boundary }
  /** What is written from now on belongs to this step. */
  | { readonly kind: 'step'; readonly step: string }
  /** The clock goes on by so many milliseconds at once. */
  | { readonly kind: 'skip'; readonly ms: number }
  | { readonly kind: 'stop' };

/** What it tells. Slots and revisions are decimal. */
export type Report =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'boundary'; readonly boundary: Boundary }
  /** The answer to the orders that change something without a word. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'checkpoint'; readonly slot: string; readonly revision: string }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };
