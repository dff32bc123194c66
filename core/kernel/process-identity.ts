import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/** One process on one machine, distinguishable from a later one with the same id. */
export interface ProcessIdentity {
  readonly host: string;
  /** Boot id and process namespace of the machine; empty if the system does not provide them. */
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in the system's ticks; empty if the system does not provide it. */
  readonly started: string;
  /** The command for display: without flags and values, which may be secrets. */
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

/** Whether a process has ended. Undefined if it ran on another machine, or this one cannot tell. */
export function hasEnded({ machine, pid, started }: ProcessIdentity): boolean | undefined {
  if (machine === '' || started === '' || machine !== machineOf()) return undefined;
  return startOf(pid) !== started;
}

/** Whether any process with this id is running here. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Two containers may share a host name and each have a process 1; boot id and namespace tell them apart. */
function machineOf(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** The start time of a running process, or undefined. A zombie does not count as running. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; after its end come the fields from the third on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

const OWN_NAMES = new Set(['launchlens', 'launchlens.mjs', 'main.ts', 'main.js']);
const WORD = /^[a-z][a-z-]*$/;
const MOST_WORDS = 2;

function commandOf([, script = '', ...args]: readonly string[]): string {
  if (!OWN_NAMES.has(basename(script))) return basename(script) || 'node';
  const other = args.findIndex((word) => !WORD.test(word));
  const words = args.slice(0, Math.min(MOST_WORDS, other === -1 ? args.length : other));
  return ['launchlens', ...words].join(' ');
}
