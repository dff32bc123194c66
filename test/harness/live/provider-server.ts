import { BAR_SECONDS } from '../../../harness/model/bar.ts';
import {
  type HttpQuestion,
  type HttpReply,
  type ScriptedHttp,
  startScriptedHttp,
} from '../../support/scripted-http.ts';

/** Bars as the provider wrote them down, with the many digits of its doubles. */
const RECORDED = [
  {
    o: '128.27328370924414',
    h: '128.6281001340782',
    l: '127.91200626364328',
    c: '127.97284640184616',
    v: '58641.16636665621',
  },
  { o: '127.97284640184616', h: '128.1', l: '127.04', c: '127.5', v: '1.2e-7' },
  // More digits than a double keeps.
  { o: '1.275e2', h: '129', l: '127', c: '128.273283709244140001', v: '0' },
] as const;

export interface Hours {
  readonly from: number;
  readonly to: number;
}

export const askedHours = ({ path }: HttpQuestion): Hours => {
  const query = new URL(path, 'http://provider').searchParams;
  return { from: Number(query.get('time_from')), to: Number(query.get('time_to')) };
};

export const itemAt = (ts: number): string => {
  const { o, h, l, c, v } = RECORDED[(ts / BAR_SECONDS) % RECORDED.length] ?? RECORDED[0];
  return `{"o":${o},"h":${h},"l":${l},"c":${c},"v":${v},"unixTime":${ts},"address":"So11","type":"1H"}`;
};

export function pageOf(
  { from, to }: Hours,
  times: (ts: number) => readonly number[] = (ts) => [ts],
): HttpReply {
  const items: string[] = [];
  for (let ts = from; ts <= to; ts += BAR_SECONDS) items.push(...times(ts).map(itemAt));
  return { status: 200, body: `{"success":true,"data":{"items":[${items.join(',')}]}}` };
}

export const startProvider = (answer: (question: HttpQuestion) => HttpReply): Promise<ScriptedHttp> =>
  startScriptedHttp(answer);
