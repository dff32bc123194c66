import { resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** All that a page loads at once: the entry and what it imports without waiting. */
function loadedAtOnce({ outputs }: Metafile): readonly string[] {
  const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === 'client/index.ts') ?? '';
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') visit(path);
  };
  visit(entry);
  return [...found];
}

describe('the client library in a page', () => {
  let metafile: Metafile;
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const built = await build({
      absWorkingDir: root,
      entryPoints: ['client/index.ts'],
      outdir: 'out',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    ({ metafile } = built);
    texts = new Map(built.outputFiles.map(({ path, text }) => [path.slice(root.length + 1), text]));
  });

  test('imports nothing of Node, MCP included', () => {
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter((i) => i.external),
    );
    expect(imported).toEqual([]);
    for (const text of texts.values()) expect(text).not.toMatch(/(?:from|import|require)\s*\(?\s*["']node:/);
  });

  test('loads neither the SDK of MCP nor a schema before MCP is used', () => {
    const inputs = loadedAtOnce(metafile).flatMap((name) =>
      Object.keys(metafile.outputs[name]?.inputs ?? {}),
    );
    expect(inputs).toContain('client/launchlens.ts');
    expect(
      inputs.filter((path) => /modelcontextprotocol|node_modules\/zod|ajv|^schemas\//.test(path)),
    ).toEqual([]);
    expect(Object.keys(metafile.inputs).some((path) => path.includes('modelcontextprotocol'))).toBe(true);
  });

  test('is small before it is compressed, without MCP', () => {
    const bytes = loadedAtOnce(metafile).map((name) => metafile.outputs[name]?.bytes ?? 0);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });
});
