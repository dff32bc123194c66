import { z } from 'zod';

const MOST = 64;
const EXPECTED = `1 to ${MOST} visible characters, single spaces between them`;
/** Neither line breaks nor marks that turn the direction of writing: it stands in messages that people sign. */
const VISIBLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u;

/** A name that people read, of an agent or a key. */
export const visibleText = z
  .string({ error: EXPECTED })
  .max(MOST, { error: EXPECTED })
  .regex(VISIBLE, { error: EXPECTED });
