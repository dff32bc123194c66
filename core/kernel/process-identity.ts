import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/** One process of one machine, told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly host: string;
  /** Boot and process namespace of the machine; empty where the system does not tell. */
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in the system's own ticks; empty where the system does not tell. */
  readonly started: string;
  /** What was run, for people: without flags and values, which may be secrets. */
  readonly command: string;
}

export function thisProcess(): ProcessIdentity {
  return {
    host: hostname(),
    machine: machineOf(),
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    command: commandOf(process.argv),
  };
}

/**
 * Whether a process has ended: true or false where it ran on this machine and can be asked about, undefined where
 * nobody here can know.
 */
export function hasEnded({ machine, pid, started }: ProcessIdentity): boolean | undefined {
  if (machine === '' || started === '' || machine !== machineOf()) return undefined;
  return startOf(pid) !== started;
}

/** Whether a process of this number lives here, whoever it may be. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Two containers may share a host name and each have a process 1; boot and namespace tell them apart. */
function machineOf(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** The start of a living process, or undefined; one that only waits to be reaped lives no more. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; what follows its end are the fields from the third on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

const OWN_NAMES = new Set(['launchlens', 'launchlens.mjs', 'main.ts']);
const WORD = /^[a-z][a-z-]*$/;
const MOST_WORDS = 2;

export function commandOf([, script = '', ...args]: readonly string[]): string {
  if (!OWN_NAMES.has(basename(script))) return basename(script) || 'node';
  const other = args.findIndex((word) => !WORD.test(word));
  const words = args.slice(0, Math.min(MOST_WORDS, other === -1 ? args.length : other));
  return ['launchlens', ...words].join(' ');
}
