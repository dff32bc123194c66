import { readFileSync } from 'node:fs';
import { stepsOf } from '../../support/transcript.ts';

/** What the page of foreign clients says about one language. */
export interface Section {
  /** The commands of its console blocks, a list for each block. */
  readonly commands: readonly (readonly string[])[];
  /** The programs that it shows, by file name. */
  readonly programs: ReadonlyMap<string, string>;
}

export const PAGE = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8');

const BLOCK = /^```(\S+)\n([\s\S]*?)^```$/gm;
/** The first line of a program names its file. */
const FILE_NAME = /^(?:\/\/|#) ([\w./-]+)\n/;

export function sectionOf(page: string, heading: string): Section {
  const [, rest] = page.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`the page has no section ${heading}`);
  const [text = ''] = rest.split('\n## ');
  const blocks = [...text.matchAll(BLOCK)].map(([, language = '', code = '']) => ({ language, code }));
  const programs = blocks.flatMap(({ code }) => {
    const [, name] = FILE_NAME.exec(code) ?? [];
    return name === undefined ? [] : [[name, code] as const];
  });
  return {
    commands: blocks
      .filter(({ language }) => language === 'console')
      .map(({ code }) => stepsOf(code).map(({ command }) => command)),
    programs: new Map(programs),
  };
}

export interface Addresses {
  readonly url: string;
  readonly rpcUrl: string;
  readonly grpcUrl: string;
  /** Where ClickHouse listens; undefined if it could not be started. */
  readonly clickHousePort: number | undefined;
}

/** The code of the page for a demo that does not listen on the ports of the examples. */
export function atDemo(code: string, { url, rpcUrl, grpcUrl, clickHousePort = 8123 }: Addresses): string {
  const rpc = new URL(rpcUrl);
  return code
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('http://127.0.0.1:8899', rpcUrl)
    .replaceAll('127.0.0.1:8900', `${rpc.hostname}:${Number(rpc.port) + 1}`)
    .replaceAll('http://127.0.0.1:10000', grpcUrl)
    .replaceAll('8123', String(clickHousePort));
}
