import { hostname, userInfo } from 'node:os';
import { z } from 'zod';

/** The operator's name, as commands record it. */
export const operatorGiven = z.string().min(1).max(200);

/** The user of this machine. */
export function operatorName(): string {
  return `${userInfo().username}@${hostname()}`;
}
