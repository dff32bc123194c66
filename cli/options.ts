import { InvalidArgumentError } from 'commander';

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port from 0 to 65535.');
  return port;
}

/** How many times faster than Solana the local chain runs. */
export function parseSpeed(text: string): number {
  const speed = Number(text);
  if (!Number.isFinite(speed) || speed <= 0 || speed > 1000) {
    throw new InvalidArgumentError('a number above 0 and at most 1000.');
  }
  return speed;
}
