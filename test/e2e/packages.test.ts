import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServerPackage } from '../../scripts/build-server.ts';
import { installedProject, packed, ROOT } from '../client/support/installed.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { linkModules } from '../support/linked-modules.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

describe('the two packages, packed and installed in empty folders', () => {
  let server: TemporaryDirectory;
  let client: TemporaryDirectory;
  let installed: string;
  let demo: Demo;

  beforeAll(async () => {
    [server, client] = await Promise.all([installedServer(), installedProject()]);
    installed = join(server.path, 'node_modules/launchlens');
    demo = await startDemo({}, join(installed, 'cli/launchlens.mjs'));
  });
  afterAll(async () => {
    await demo?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await client?.[Symbol.asyncDispose]();
  });

  test('the server has its command, and no TypeScript, which Node would not run there', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const { stdout } = await run(process.execPath, [join(installed, manifest.bin.launchlens), '--version']);
    expect(stdout).toBe(`${manifest.version}\n`);
    const sources = (await readdir(installed, { recursive: true })).filter((name) =>
      /(?<!\.d)\.ts$/.test(name),
    );
    expect(sources).toEqual([]);
    expect(Object.keys(manifest.dependencies)).toContain('chdb');
    expect(Object.keys(manifest.optionalDependencies).filter((name) => !name.startsWith('litesvm-'))).toEqual(
      [],
    );
    expect(manifest.scripts).toBeUndefined();
  });

  test('the server lists what it is made of, with licences', async () => {
    const read = (name: string) => readFile(join(installed, name), 'utf8');
    const { bomFormat, metadata, components } = JSON.parse(await read('sbom.cdx.json'));
    expect(bomFormat).toBe('CycloneDX');
    expect(metadata.component.name).toBe('launchlens');
    const names = components.map(({ name }: { readonly name: string }) => name);
    const { dependencies } = JSON.parse(await read('package.json'));
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(await read('THIRD-PARTY.md')).toMatch(/^\| fastify \| [\d.]+ \| MIT \|$/m);
  });

  test('the client reads the demo of the server over REST, GraphQL and MCP', async () => {
    const program = `
      import { Launchlens } from 'launchlens-client';
      const client = new Launchlens({ url: '${demo.url}', env: {} });
      const { launch, source } = await client.launches.get('1');
      const asOfSlot = source.last_indexed_slot;
      const data = await client.graphql.query('query ($slot: Slot) { launch(launchId: "1", asOfSlot: $slot) { totalPledged } }', { slot: asOfSlot });
      const { answer } = await client.mcp.call('get_ilo_details', { launch_id: '1', as_of_slot: asOfSlot });
      await client.close();
      console.log(JSON.stringify([launch.total_pledged, data.launch.totalPledged, answer.launch.total_pledged]));`;
    await writeFile(join(client.path, 'read.js'), program);
    const { stdout } = await run(process.execPath, ['read.js'], { cwd: client.path });
    const [rest, ...others] = JSON.parse(stdout);
    expect(BigInt(rest)).toBeGreaterThan(0n);
    expect(others).toEqual([rest, rest]);
  });

  test('the verifier of the client finds the demo of the server right', async () => {
    const flags = ['--launch-id', '1', '--rpc', demo.rpcUrl, '--api', demo.url];
    const { stdout } = await run(join(client.path, 'node_modules/.bin/verify-ilo-settlement'), flags);
    expect(stdout).toMatch(/All \d+ checks hold/);
  });

  test('the demo serves its pages', async () => {
    expect(await (await fetch(demo.url)).text()).toContain('<title>');
    expect((await stat(join(installed, 'dist/web/index.html'))).isFile()).toBe(true);
  });
});

/** npm would fetch what the package depends on; here it is linked from this checkout. */
async function installedServer(): Promise<TemporaryDirectory> {
  const project = await temporaryDirectory();
  await using built = await temporaryDirectory();
  const folder = join(built.path, 'server');
  await buildServerPackage(folder, async (to = '') => cp(await builtPages(), to, { recursive: true }));
  const archive = await packed(folder, built.path);
  const modules = join(project.path, 'node_modules');
  await mkdir(modules);
  await run('tar', ['-xzf', archive, '-C', modules, '--transform', 's/^package/launchlens/']);
  linkModules(project.path, join(ROOT, 'package-lock.json'), { withDev: false });
  return project;
}
