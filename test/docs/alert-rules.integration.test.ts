import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { IN_CI } from '../support/ci.ts';
import { MONITORING, PANELS } from '../support/monitoring-kit.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: MONITORING });

const isMissing = spawnSync('promtool', ['--version']).error !== undefined && !IN_CI;
const SUITE_NAME = isMissing
  ? "Prometheus' own check (skipped: install the package prometheus)"
  : "Prometheus' own check";

describe.skipIf(isMissing)(SUITE_NAME, () => {
  test('accepts the configuration and its rules', async () => {
    await expect(promtool('check', 'config', 'prometheus.yml')).resolves.toMatchObject({ stderr: '' });
  });

  test('fires each alert in its case, and in no other', async () => {
    await expect(promtool('test', 'rules', 'alerts.test.yml')).resolves.toMatchObject({ stderr: '' });
  });

  test('reads every query of the dashboards', async () => {
    await using directory = await temporaryDirectory();
    const queries = PANELS.flatMap((panel) => panel.queries);
    const rules = queries.map(({ expr }, at) => ({
      record: `panel_${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(directory.path, 'panels.yml');
    await writeFile(file, stringify({ groups: [{ name: 'panels', rules }] }));
    const { stdout } = await promtool('check', 'rules', file);
    expect(stdout).toContain(`${queries.length} rules found`);
  });
});
