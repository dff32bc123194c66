import { createHash, timingSafeEqual } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** Who did it, where nothing is known of them but that they hold the operator's token. */
export const OPERATOR_OVER_HTTP = 'OPERATOR_TOKEN';

/** Lets the holder of the operator's token through. @throws OPERATOR_NOT_KNOWN */
export function operatorGate(token: string): (authorization: string | undefined) => void {
  const expected = digest(token);
  return (authorization) => {
    const given = /^Bearer +(.+?) *$/i.exec(authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), expected)) throw new LaunchlensError('OPERATOR_NOT_KNOWN', {});
  };
}

/** Of equal length whatever was given, so that the comparison tells nothing. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
