import { z } from 'zod';

const locked = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.object({ packages: z.record(z.string(), locked) });

type Locked = z.output<typeof locked>;

export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined for builds for other platforms, whose manifest the lock file does not repeat. */
  readonly licence: string | undefined;
  readonly integrity: string | undefined;
  /** What it depends on, as `name@version`. */
  readonly dependsOn: readonly string[];
}

const idOf = ({ name, version }: Pick<Dependency, 'name' | 'version'>): string => `${name}@${version}`;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** What an installation can have on any platform, by name. `npm sbom --omit=dev` leaves out packages that tools share. */
export function dependenciesOf(lock: unknown, isLeftOut: (name: string) => boolean): readonly Dependency[] {
  const { packages } = lockFile.parse(lock);
  const isKept = (path: string): boolean => {
    const { dev, devOptional } = packages[path] ?? {};
    return path !== '' && !dev && !devOptional && !isLeftOut(nameOf(path));
  };
  const found = Object.keys(packages)
    .filter(isKept)
    .map((path): Dependency => {
      const { version = '', license: licence, integrity } = packages[path] ?? {};
      const dependsOn = namesIn(packages[path])
        .map((name) => resolved(packages, path, name))
        .filter((at) => at !== undefined && isKept(at))
        .map((at) => idOf({ name: nameOf(at ?? ''), version: packages[at ?? '']?.version ?? '' }));
      return { name: nameOf(path), version, licence, integrity, dependsOn };
    });
  // The same version can be nested in several places.
  return [...new Map(found.map((each) => [idOf(each), each])).values()].sort((a, b) =>
    idOf(a) < idOf(b) ? -1 : 1,
  );
}

const namesIn = (entry: Locked | undefined): readonly string[] =>
  Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies });

/** Where Node finds a package from another one: in its own folder, or in one above it. */
function resolved(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** The same as a CycloneDX document. */
export function billOfMaterials(
  subject: { readonly name: string; readonly version: string; readonly license: string },
  dependencies: readonly Dependency[],
): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        ...{ type: 'application', 'bom-ref': idOf(subject), name: subject.name, version: subject.version },
        licenses: [{ license: { id: subject.license } }],
      },
    },
    components: dependencies.map((each) => ({
      ...{ type: 'library', 'bom-ref': idOf(each), name: each.name, version: each.version },
      purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
      ...(each.integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(each.integrity) }] }),
      ...(each.licence && { licenses: [licenceOf(each.licence)] }),
    })),
    dependencies: dependencies.map((each) => ({ ref: idOf(each), dependsOn: each.dependsOn })),
  };
}

const hexOf = (integrity: string): string =>
  Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
const licenceOf = (licence: string): object =>
  /[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } };

/** Every package with its licence, as a page. */
export function licenceList(dependencies: readonly Dependency[]): string {
  const rows = dependencies.map(
    ({ name, version, licence }) =>
      `| ${name} | ${version} | ${licence ?? 'that of the package it is a build of'} |`,
  );
  const head = ['# Third-party packages', '', 'What an installation can have on any platform.', ''];
  return [...head, '| package | version | licence |', '|---|---|---|', ...rows, ''].join('\n');
}
