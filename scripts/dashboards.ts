import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AGENTS } from './dashboards/agents.ts';
import { APIS } from './dashboards/apis.ts';
import { INGEST } from './dashboards/ingest.ts';
import { OVERVIEW } from './dashboards/overview.ts';
import type { Dashboard, Panel } from './dashboards/panel.ts';

/** Grafana reads them here: `node scripts/dashboards.ts` writes one file each. */
export const DASHBOARDS_FOLDER = new URL('../deploy/monitoring/grafana/dashboards/', import.meta.url);

/** Every dashboard, by the name of its file. */
export const DASHBOARDS: Readonly<Record<string, Dashboard>> = {
  'overview.json': OVERVIEW,
  'ingest.json': INGEST,
  'apis.json': APIS,
  'agents.json': AGENTS,
};

/** As `grafana/datasources` provisions it. */
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' };

/** The other dashboards, by their tag. */
const LINK_TO_OTHERS = {
  ...{ type: 'dashboards', title: 'Launchlens', tags: ['launchlens'], icon: 'dashboard', tooltip: '' },
  ...{ asDropdown: false, includeVars: false, keepTime: true, targetBlank: false },
};

/** Of a screen that is 24 wide, for two panels a row. */
const WIDTH = 12;
const HEIGHT = 7;

/** As Grafana stores it: every field that its schema requires, and no other with a default. */
export function grafanaDashboard({ uid, title, panels }: Dashboard): object {
  return {
    uid,
    title,
    tags: ['launchlens'],
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    schemaVersion: 39,
    time: { from: 'now-3h', to: 'now' },
    links: [LINK_TO_OTHERS],
    templating: { list: [] },
    annotations: { list: [] },
    panels: panels.map(grafanaPanel),
  };
}

function grafanaPanel({ title, unit, kind, queries }: Panel, index: number): object {
  return {
    id: index + 1,
    title,
    type: kind,
    datasource: DATASOURCE,
    gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit }, overrides: [] },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      expr,
      ...(kind === 'table' ? { instant: true, format: 'table' } : { legendFormat: legend }),
    })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, dashboard] of Object.entries(DASHBOARDS))
    writeFileSync(
      new URL(name, DASHBOARDS_FOLDER),
      `${JSON.stringify(grafanaDashboard(dashboard), undefined, 2)}\n`,
    );
  execFileSync('npm', ['exec', 'biome', '--', 'format', '--write', fileURLToPath(DASHBOARDS_FOLDER)]);
}
