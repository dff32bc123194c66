import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');
/** Modules whose types derive from the schemas. */
const DERIVED = resolve(root, 'client/types');

/** Spells a type out, so that its declaration names neither a schema nor the schema library. */
const PLAIN = `type Plain<Type> = Type extends bigint | string | number | boolean | null | undefined
  ? Type
  : Type extends infer Each ? { [Key in keyof Each]: Plain<Each[Key]> } : never;
declare function plain<Type>(): Plain<Type>;`;

interface Derived {
  readonly module: string;
  readonly name: string;
  /** Its comment in the source, with the line break after it. */
  readonly comment: string;
}

/** Writes the declarations of the client library. They import nothing but each other. */
export async function declareClient(dist: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'client-types-'));
  try {
    const derived = await derivedTypes();
    await writeFile(join(work, 'plain.mts'), sourceOf(derived));
    await writeFile(join(work, 'tsconfig.json'), JSON.stringify(configFor(work)));
    await promisify(execFile)(resolve(root, 'node_modules/.bin/tsc'), ['-p', work], { cwd: root });
    const emitted = join(work, 'out');
    await rm(dist, { recursive: true, force: true });
    await cp(join(emitted, root, 'client'), dist, { recursive: true });
    await rm(join(dist, 'types'), { recursive: true });
    await mkdir(join(dist, 'types'));
    await writeModules(derived, await readFile(join(emitted, work, 'plain.d.mts'), 'utf8'), dist);
    await nameAsBuilt(dist);
  } finally {
    await rm(work, { recursive: true });
  }
}

function configFor(work: string): object {
  return {
    extends: resolve(root, 'client/tsconfig.json'),
    compilerOptions: {
      rootDir: '/',
      outDir: join(work, 'out'),
      typeRoots: [resolve(root, 'node_modules/@types')],
      noErrorTruncation: true,
    },
    files: [resolve(root, 'client/index.ts'), join(work, 'plain.mts')],
    include: [],
  };
}

async function derivedTypes(): Promise<readonly Derived[]> {
  const files = (await readdir(DERIVED)).filter((file) => file !== 'wire.ts').sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(DERIVED, file), 'utf8');
      return typesOf(basename(file, '.ts'), text);
    }),
  );
  return found.flat();
}

function typesOf(module: string, text: string): readonly Derived[] {
  const own = [...text.matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:type|interface) (\w+)/g)].map(
    ([, comment = '', name = '']) => ({ module, name, comment }),
  );
  const passedOn = [...text.matchAll(/export type \{([^}]+)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((item) => ({ module, name: item.trim().replace(/^.* as /, ''), comment: '' })),
  );
  return [...own, ...passedOn].filter(({ name }) => name !== '');
}

function sourceOf(derived: readonly Derived[]): string {
  const modules = [...new Set(derived.map(({ module }) => module))];
  const imports = modules.map((module) => `import type * as ${module} from '${DERIVED}/${module}.ts';`);
  const types = derived.map(
    ({ module, name }) => `export const ${module}_${name} = plain<${module}.${name}>();`,
  );
  return [...imports, PLAIN, ...types].join('\n');
}

/** Each constant of the declarations becomes the type that it has; modules pass theirs on from one file. */
async function writeModules(derived: readonly Derived[], declarations: string, dist: string): Promise<void> {
  const types = new Map(
    declarations
      .split(/^export declare const /m)
      .slice(1)
      .map((text) => {
        const [, key = '', type = ''] = /^(\w+): ([\s\S]*?);\n?(?:export \{\};\n?)?$/.exec(text) ?? [];
        return [key, type.replace(/^ +/gm, '').replace(/import\("[^"]*\/client\//g, 'import("../')];
      }),
  );
  const spelled = derived.map(({ module, name, comment }) => {
    const type = types.get(`${module}_${name}`);
    if (type === undefined) throw new Error(`the compiler declared no type ${name} of ${module}`);
    return { name, comment, type };
  });
  const lines = named(spelled).map(({ name, comment, type }) => `${comment}export type ${name} = ${type};\n`);
  await writeFile(join(dist, 'types/derived.d.ts'), lines.join(''));
  for (const [module, members] of Map.groupBy(derived, (each) => each.module)) {
    const names = members.map(({ name }) => name).join(', ');
    await writeFile(join(dist, `types/${module}.d.ts`), `export type { ${names} } from './derived.js';\n`, {
      flag: 'wx',
    });
  }
}

interface Spelled {
  readonly name: string;
  readonly comment: string;
  readonly type: string;
}

/** Types that occur in others are named there, which says more in a fifth of the space. */
function named(types: readonly Spelled[]): readonly Spelled[] {
  const largestFirst = types
    .filter(({ type }) => type.startsWith('{'))
    .toSorted((a, b) => b.type.length - a.type.length);
  return types.map((each) => ({
    ...each,
    type: largestFirst
      .filter(({ type }) => type.length < each.type.length)
      .reduce((text, { name, type }) => text.replaceAll(type, name), each.type),
  }));
}

/** Declarations name modules by the files that a package holds. */
async function nameAsBuilt(dist: string): Promise<void> {
  for (const entry of await readdir(dist, { recursive: true })) {
    if (!entry.endsWith('.d.ts')) continue;
    const path = join(dist, entry);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/((?:from |import\()["']\.[^"']+)\.ts(?=["'])/g, '$1.js'));
  }
}
