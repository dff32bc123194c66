import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChildReady, Measurement } from '../support/many-pledges.ts';

const PATH = '/api/v1/ilo/launches/7/pledges';
/** `EXPORT_ROWS=1000000` tries a million. */
const ROWS = Number(process.env.EXPORT_ROWS ?? 400_000);

/** As objects, 400,000 would take some 600 MB. The engine in the process takes its share of the growth too. */
const MOST_GROWTH_MB = 400;
/** No other reader may wait longer for this process; how long the machine lets all of them wait is printed. */
const LONGEST_WORK_MS = 100;

interface Download {
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
  readonly seconds: number;
}

describe(`exporting ${ROWS} pledges`, () => {
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const path = resolve(import.meta.dirname, '../support/many-pledges.ts');
    child = fork(path, [String(ROWS)], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [ready] = (await once(child, 'message')) as [ChildReady];
    url = ready.url;
  });
  afterAll(async () => {
    child.send('stop');
    await once(child, 'exit');
  });

  async function download(path: string, take: (chunk: Buffer) => void): Promise<Download> {
    const began = performance.now();
    const [response] = (await once(get(`${url}${path}`), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    let bytes = 0;
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      take(chunk as Buffer);
    }
    return { headers: response.headers, bytes, seconds: (performance.now() - began) / 1000 };
  }

  /** Other readers, asking one small question after another until told to stop. */
  function otherReader(): () => Promise<number> {
    let reading = true;
    const done = (async () => {
      let longest = 0;
      for (let asked = 0; reading; asked++) {
        const began = performance.now();
        const response = await fetch(`${url}/api/v1/ilo/launches/8/?nothing=${asked}`);
        await response.text();
        longest = Math.max(longest, performance.now() - began);
      }
      return longest;
    })();
    return () => {
      reading = false;
      return done;
    };
  }

  async function measured(path: string, take: (chunk: Buffer) => void = () => undefined): Promise<Download> {
    child.send('begin');
    const stop = otherReader();
    const file = await download(path, take);
    const waited = await stop();
    const { rssBeforeMb, rssPeakMb, longestWorkMs, longestDelayMs } = await measurement();
    const growth = rssPeakMb - rssBeforeMb;
    report(
      `${path.slice(PATH.length)}: ${(file.bytes / 1e6).toFixed(0)} MB in ${file.seconds.toFixed(1)} s, ` +
        `memory ${rssBeforeMb.toFixed(0)} MB + ${growth.toFixed(0)} MB`,
      { longestWorkMs, longestDelayMs, waited },
    );
    expect(file.headers['launchlens-rows']).toBe(String(ROWS));
    expect(growth).toBeLessThan(MOST_GROWTH_MB);
    expect(longestWorkMs).toBeLessThan(LONGEST_WORK_MS);
    return file;
  }

  async function measurement(): Promise<Measurement> {
    child.send('end');
    const [measured] = (await once(child, 'message')) as [Measurement];
    return measured;
  }

  test('is compared with other readers alone', async () => {
    child.send('begin');
    const stop = otherReader();
    await new Promise((passed) => setTimeout(passed, 3_000));
    const waited = await stop();
    report('no export', { ...(await measurement()), waited });
  });

  test('as CSV takes bounded memory, keeps nobody waiting, and is in key order and whole', async () => {
    let rest = '';
    let count = -1;
    let sum = 0n;
    let pledged = 0n;
    let most = 0n;
    let previous = '';
    const file = await measured(`${PATH}.csv`, (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        count += 1;
        if (count === 0) continue;
        sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
        const [pledger = '', , amountText = ''] = line.split(',');
        if (!isBelow(previous, pledger)) throw new Error(`row ${count} is out of order`);
        previous = pledger;
        const amount = BigInt(amountText);
        pledged += amount;
        if (amount > most) most = amount;
      }
    });

    expect(rest).toBe('');
    expect(count).toBe(ROWS);
    const digest = (sum % 2n ** 256n).toString(16).padStart(64, '0');
    expect(file.headers['launchlens-digest']).toBe(`sha256-sum=${digest}`);
    await expectListings({ pledged, most });
  });

  /** Questions that look at every pledge, which the API leaves to ClickHouse. */
  async function expectListings({ pledged, most }: { pledged: bigint; most: bigint }): Promise<void> {
    child.send('begin');
    const stop = otherReader();
    const [leading, distribution] = await Promise.all(
      ['pledges/?order_by=amount_desc&limit=1', 'distribution/'].map(async (path) => {
        const response = await fetch(`${url}/api/v1/ilo/launches/7/${path}`);
        return response.json();
      }),
    );
    const waited = await stop();
    const times = await measurement();
    report('pledges in another order and their distribution', { ...times, waited });

    expect(leading.results).toMatchObject([{ amount: String(most) }]);
    expect(distribution).toMatchObject({
      count: ROWS,
      sum: String(pledged),
      quantiles: { max: String(most) },
    });
    expect(times.longestWorkMs).toBeLessThan(LONGEST_WORK_MS);
  }

  test('as NDJSON likewise', async () => {
    let lines = 0;
    await measured(`${PATH}.ndjson`, (chunk) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
    });
    expect(lines).toBe(ROWS);
  });

  test('as Parquet likewise', async () => {
    const chunks: Buffer[] = [];
    await measured(`${PATH}.parquet`, (chunk) => chunks.push(chunk));
    const { num_rows, row_groups } = parquetMetadata(new Uint8Array(Buffer.concat(chunks)).buffer);
    expect(Number(num_rows)).toBe(ROWS);
    expect(Math.max(...row_groups.map((group) => Number(group.num_rows)))).toBeLessThanOrEqual(4_096);
  });
});

/** Whether one key is below the other as 32 bytes: base58 is a number whose digits ascend as their characters do. */
function isBelow(one: string, other: string): boolean {
  const [left, right] = [one, other].map((key) => key.replace(/^1+/, '')) as [string, string];
  return left.length === right.length ? left < right : left.length < right.length;
}

function report(
  what: string,
  times: Pick<Measurement, 'longestWorkMs' | 'longestDelayMs'> & { readonly waited: number },
): void {
  const [work, delay, waited] = [times.longestWorkMs, times.longestDelayMs, times.waited].map((ms) =>
    ms.toFixed(0),
  );
  process.stdout.write(
    `${what}; at most ${work} ms of work in one go, ${delay} ms by the clock, another reader waited ${waited} ms\n`,
  );
}
