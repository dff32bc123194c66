export interface Copy {
  readonly kind: 'copy';
  /** The stage that it copies from; undefined for the build's context. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export type Step = Copy | { readonly kind: 'run'; readonly command: string };

export interface Stage {
  readonly name: string | undefined;
  readonly base: string;
  readonly steps: readonly Step[];
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly user: string | undefined;
}

/** What the stages of a Dockerfile do, in order. Only the instructions that ours uses are known; others are refused. */
export function parseDockerfile(text: string): Stage[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split(/^(?=FROM )/m)
    .filter((stage) => stage.trim() !== '')
    .map(parseStage);
}

function parseStage(text: string): Stage {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { word, rest };
    });
  const unknown = lines.find(({ word }) => !KNOWN.has(word));
  if (unknown) throw new Error(`the Dockerfile has ${unknown.word}, which its test cannot follow`);
  const last = (wanted: string): string | undefined => lines.findLast(({ word }) => word === wanted)?.rest;
  const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(last('FROM') ?? '') ?? [];
  return {
    name,
    base,
    steps: lines.flatMap(({ word, rest }): Step[] => {
      if (word === 'COPY') return [parseCopy(rest)];
      return word === 'RUN' ? [{ kind: 'run', command: rest }] : [];
    }),
    workdir: last('WORKDIR') ?? '/',
    environment: Object.fromEntries(
      lines
        .filter(({ word }) => word === 'ENV')
        .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value])),
    ),
    entrypoint: JSON.parse(last('ENTRYPOINT') ?? '[]'),
    user: last('USER'),
  };
}

const KNOWN = new Set([
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'VOLUME',
  'EXPOSE',
  'ENTRYPOINT',
  'CMD',
]);

function parseCopy(rest: string): Copy {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice(7);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { kind: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}
