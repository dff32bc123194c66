import { hostname, userInfo } from 'node:os';
import { z } from 'zod';

/** The name of an operator, as orders carry it. */
export const operatorGiven = z.string().min(1).max(200);

/** Who gives orders on this machine. */
export function operatorName(): string {
  return `${userInfo().username}@${hostname()}`;
}
