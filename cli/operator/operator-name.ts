import { hostname, userInfo } from 'node:os';

/** Who gives orders on this machine. */
export function operatorName(): string {
  return `${userInfo().username}@${hostname()}`;
}
