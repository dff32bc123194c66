import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { rowIssues } from '../../core/kernel/row-issues.ts';
import type { BarText } from '../model/bar.ts';

/** Numbers keep their original digits, see below; some providers send them as text. */
const digits = z.string().max(64);

const answer = z.object({
  success: z.literal(true),
  data: z.object({
    items: z.array(z.object({ unixTime: digits, o: digits, h: digits, l: digits, c: digits, v: digits })),
  }),
});

/** The bars of one page; no number passes through a double. @throws MARKET_DATA_MALFORMED */
export function readAnswer(host: string, body: string): BarText[] {
  const { success, data, error } = answer.safeParse(parsed(host, body));
  if (!success) throw new LaunchlensError('MARKET_DATA_MALFORMED', { host, detail: rowIssues(error) });
  return data.data.items.map(({ unixTime, o, h, l, c, v }) => ({
    ts: unixTime,
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
  }));
}

function parsed(host: string, body: string): unknown {
  try {
    return JSON.parse(body, asWritten);
  } catch (cause) {
    throw new LaunchlensError('MARKET_DATA_MALFORMED', { host, detail: 'it is not JSON' }, cause);
  }
}

function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
