import { createHash, timingSafeEqual } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** The name of an operator who is known only by the operator's token. */
export const OPERATOR_OVER_HTTP = 'OPERATOR_TOKEN';

/** Accepts the operator's token. @throws OPERATOR_NOT_KNOWN */
export function operatorGate(token: string): (authorization: string | undefined) => void {
  const expected = digest(token);
  return (authorization) => {
    const given = /^Bearer +(.+?) *$/i.exec(authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), expected)) throw new LaunchlensError('OPERATOR_NOT_KNOWN', {});
  };
}

/** Always the same length, so that the comparison reveals nothing. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
