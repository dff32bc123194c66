import { globSync, readFileSync } from 'node:fs';
import { dirname, posix, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowedImports, floorOf } from './support/floors.ts';

/** What is bundled needs its imports when it is built, and nothing of them when it is served. */
const BUNDLED = /^(web|verifier\/anchor)\//;

const root = resolve(import.meta.dirname, '..');
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm;

function sources(): string[] {
  const patterns = [
    '{idl,schemas,fixtures,core,indexer,api,verifier,harness,client,web,cli}/**/*.{ts,tsx,mjs}',
  ];
  return globSync(patterns, { cwd: root })
    .map((path) => path.split('\\').join('/'))
    .sort();
}

function importsOf(path: string): string[] {
  const text = readFileSync(resolve(root, path), 'utf8');
  return [...text.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .map((specifier) =>
      relative(root, resolve(root, dirname(path), specifier))
        .split('\\')
        .join('/'),
    );
}

const graph = new Map(sources().map((path) => [path, importsOf(path)]));

describe('the architecture', () => {
  test('every source file stands on a named floor', () => {
    const homeless = [...graph.keys()].filter((path) => floorOf(path) === undefined);
    expect(homeless).toEqual([]);
  });

  test('imports run strictly downward', () => {
    const violations = [...graph].flatMap(([path, imports]) => {
      const from = floorOf(path);
      return imports
        .filter((target) => {
          const to = floorOf(target);
          return from !== undefined && to !== undefined && from !== to && !allowedImports(from).has(to);
        })
        .map((target) => `${path} -> ${target}`);
    });
    expect(violations).toEqual([]);
  });

  test('no file takes part in an import cycle', () => {
    expect(cycles(graph)).toEqual([]);
  });

  test('every import of a project file names a file that exists', () => {
    const missing = [...graph].flatMap(([path, imports]) =>
      imports
        .filter((target) => /\.(tsx?|mjs)$/.test(target) && !graph.has(target))
        .map((target) => `${path} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Every strongly connected group of more than one file (Tarjan), and every file that imports itself. */
function cycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];

  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || edges.get(node)?.includes(node))
      found.push(group.map((path) => posix.normalize(path)));
  };

  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

test('what runs in production imports only production dependencies', () => {
  const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const PACKAGE = /^(?:import|export|\})[^'"`;]*?from '((?:@[\w.-]+\/)?[\w-][\w.:-]*)/gm;
  const runs = sources().filter((path) => !BUNDLED.test(path));
  const foreign = runs.flatMap((path) =>
    [...readFileSync(resolve(root, path), 'utf8').matchAll(PACKAGE)]
      .map((match) => match[1] ?? '')
      .filter((name) => !name.startsWith('node:') && !(name in manifest.dependencies))
      .map((name) => `${path} -> ${name}`),
  );
  expect(foreign).toEqual([]);
});

test('nothing of the service can sign for a wallet', () => {
  const SIGNING =
    /ed25519\.(?:sign|keygen|utils)|createPrivateKey|createSign\b|subtle\b|Keypair\b|sendAndConfirm/;
  const service = sources().filter((path) => !path.startsWith('fixtures/'));
  expect(service.length).toBeGreaterThan(800);
  expect(service.filter((path) => SIGNING.test(readFileSync(resolve(root, path), 'utf8')))).toEqual([]);
});
