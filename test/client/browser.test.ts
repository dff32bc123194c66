import { resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

describe('the client library in a page', () => {
  let metafile: Metafile;
  let text: string;
  beforeAll(async () => {
    const built = await build({
      absWorkingDir: root,
      entryPoints: ['client/index.ts'],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    ({ metafile } = built);
    text = built.outputFiles[0]?.text ?? '';
  });

  test('imports nothing of Node, and no package', () => {
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter((i) => i.external),
    );
    expect(imported).toEqual([]);
    expect(text).not.toMatch(/(?:from|import|require)\s*\(?\s*["']node:/);
  });

  test('loads neither the SDK of MCP nor a schema', () => {
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain('client/mcp/connection.ts');
    expect(
      inputs.filter((path) => /modelcontextprotocol|node_modules\/zod|ajv|^schemas\//.test(path)),
    ).toEqual([]);
  });

  test('is small before it is compressed, MCP included', () => {
    expect(text.length).toBeLessThan(66_000);
  });
});
