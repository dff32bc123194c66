import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, parseDockerfile, type Stage } from './dockerfile.ts';

export interface Image {
  /** The folder that stands for `/` of the last stage. */
  readonly root: string;
  readonly stage: Stage;
}

/** The stages that are built, by their names. */
type Built = ReadonlyMap<string | undefined, Image>;

/**
 * Builds an image without a container engine: each stage in a folder of its own, from just the files that it copies and
 * that `.dockerignore` lets through.
 */
export async function buildImage(context: string, into: string): Promise<Image> {
  const allowed = allowedBy(await readFile(join(context, '.dockerignore'), 'utf8'));
  const stages = parseDockerfile(await readFile(join(context, 'Dockerfile'), 'utf8'));
  const commands = await standIns(join(into, 'commands'));
  const built = new Map<string | undefined, Image>();
  for (const [index, stage] of stages.entries()) {
    const root = join(into, `stage-${index}`);
    const workdir = join(root, stage.workdir);
    await mkdir(workdir, { recursive: true });
    for (const step of stage.steps) {
      if (step.kind === 'copy') {
        const kept = (path: string) => !allowed.but.some((each) => path === resolve(context, each));
        await copy(step, workdir, { find: sourceOf(step, { context, allowed, built }), kept });
      } else await runStep(step.command, { root, workdir, commands });
    }
    built.set(stage.name, { root, stage });
  }
  const last = built.get(stages.at(-1)?.name);
  if (!last) throw new Error('the Dockerfile has no stage');
  return last;
}

type Find = (path: string) => string;

/** Paths of the context, with those below them. */
interface Allowed {
  readonly through: ReadonlySet<string>;
  readonly but: readonly string[];
}

function sourceOf(
  { from }: Copy,
  { context, allowed, built }: { context: string; allowed: Allowed; built: Built },
): Find {
  if (from !== undefined) {
    const stage = built.get(from);
    if (!stage) throw new Error(`COPY --from=${from} names a stage that is not built before it`);
    return (path) => join(stage.root, path);
  }
  return (path) => {
    if (!allowed.through.has(path)) throw new Error(`COPY ${path}: .dockerignore does not let it through`);
    return resolve(context, path);
  };
}

/** As COPY does: a folder is copied without its name, several sources or a slash at the end mean a folder. */
async function copy(
  { sources, target }: Copy,
  workdir: string,
  { find, kept }: { readonly find: Find; readonly kept: (path: string) => boolean },
): Promise<void> {
  for (const source of sources.map(find)) {
    const into = target.endsWith('/') && !(await lstat(source)).isDirectory();
    const at = join(workdir, target, into ? basename(source) : '');
    await mkdir(dirname(at), { recursive: true });
    await cp(source, at, { recursive: true, verbatimSymlinks: true, filter: kept });
  }
}

/** Runs a command with the image's absolute paths inside the folder of its stage. */
async function runStep(
  command: string,
  { root, workdir, commands }: { root: string; workdir: string; commands: string },
): Promise<void> {
  const inside = command.replace(/(?<=^|\s)\/(?=\w)/g, `${root}/`);
  const path = [commands, dirname(process.execPath), process.env.PATH].join(delimiter);
  await promisify(execFile)('sh', ['-ec', inside], { cwd: workdir, env: { PATH: path } });
}

/** npm links the modules of this checkout; users of the image do not exist here. */
async function standIns(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const npm = resolve(import.meta.dirname, 'npm.ts');
  const scripts = { npm: `exec '${process.execPath}' '${npm}' "$@"`, chown: 'exit 0' };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(directory, name), 0o755);
  }
  return directory;
}

/** Ours shuts everything out, lists what is let through, and then what of that is not. */
function allowedBy(text: string): Allowed {
  const [first, ...rest] = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const isBack = (line: string): boolean => !line.startsWith('!');
  const inOrder = rest.findIndex(isBack) < 0 || rest.slice(rest.findIndex(isBack)).every(isBack);
  if (first !== '*' || !inOrder || rest.some((line) => !/^!?[\w./-]+$/.test(line)))
    throw new Error('.dockerignore has a pattern that its test cannot follow');
  return {
    through: new Set(rest.filter((line) => !isBack(line)).map((line) => line.slice(1))),
    but: rest.filter(isBack),
  };
}
