import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

test('the lock file holds the packages of every platform, or npm ci refuses it', () => {
  const names = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  );
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !names.has(name));
  expect(missing).toEqual([]);
});

/**
 * Builds of native modules whose digest nobody here can read: no version of these chdb builds, and of the others none
 * that the client takes, is in the registry that the lock file is written from. npm fetches them without comparing
 * a digest, on these platforms alone.
 */
const WITHOUT_DIGEST = [
  '@chdb/lib-darwin-arm64',
  '@chdb/lib-darwin-x64',
  '@chdb/lib-linux-arm64-gnu',
  '@triton-one/yellowstone-grpc-napi-darwin-arm64',
  '@triton-one/yellowstone-grpc-napi-darwin-x64',
];

test('every package has its digest, but for the builds that are named', () => {
  const without = Object.entries(packages).filter(
    ([path, { integrity, link }]) =>
      path !== '' && link !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(without.map(([path]) => path.replace(/^.*node_modules\//, ''))).toEqual(WITHOUT_DIGEST);
});

test('the lock file names no download address', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
