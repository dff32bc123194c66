/**
 * The import order of the house. A floor may import itself and the floors named for it, and whatever those may
 * import. `indexer`, `api`, `verifier`, `harness`, `client` and `web` never import one another; the stages of the
 * indexer never import each other, the pipeline composes them.
 */
const DIRECT: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  kernel: ['schemas'],
  rules: ['kernel'],
  olap: ['kernel'],
  oltp: ['kernel'],
  rpc: ['kernel'],
  ledger: ['kernel', 'rules', 'olap'],
  idl: ['kernel'],
  localnet: ['kernel', 'rules', 'idl'],
  'indexer/model': ['kernel', 'rules', 'olap', 'rpc', 'idl', 'ledger'],
  'indexer/source': ['indexer/model'],
  'indexer/decode': ['indexer/model'],
  'indexer/track': ['indexer/model'],
  'indexer/write': ['indexer/model'],
  'indexer/backfill': ['indexer/model'],
  'indexer/audit': ['indexer/model'],
  'indexer/archive': ['indexer/model'],
  indexer: [
    'indexer/source',
    'indexer/decode',
    'indexer/track',
    'indexer/write',
    'indexer/backfill',
    'indexer/audit',
    'indexer/archive',
  ],
  'api/read': ['kernel', 'rules', 'olap', 'rpc', 'idl', 'ledger'],
  'api/state': ['kernel', 'rules', 'oltp'],
  'api/access': ['api/read', 'api/state'],
  'api/venues': ['api/access'],
  'api/actions': ['api/access', 'api/venues'],
  'api/rest': ['api/actions'],
  'api/graphql': ['api/actions'],
  'api/mcp': ['api/actions'],
  api: ['api/rest', 'api/graphql', 'api/mcp'],
  verifier: [],
  harness: ['kernel', 'rules'],
  'harness/live': ['harness'],
  client: [],
  // The parts of kernel and rules that are pure; the size of the first load bounds how much.
  'web/style': [],
  'web/model': ['kernel', 'rules'],
  'web/data': ['web/model'],
  'web/parts': ['web/data'],
  'web/charts': ['web/parts'],
  'web/pages': ['web/charts'],
  'web/app': ['web/pages'],
  web: ['web/app', 'web/style'],
  cli: ['indexer', 'api', 'localnet', 'harness/live'],
};

const PREFIXES: readonly (readonly [string, string])[] = [
  ['fixtures/localnet/', 'localnet'],
  ['core/kernel/', 'kernel'],
  ['core/rules/', 'rules'],
  ['core/olap/', 'olap'],
  ['core/oltp/', 'oltp'],
  ['core/rpc/', 'rpc'],
  ['core/ledger/', 'ledger'],
  ...Object.keys(DIRECT)
    .filter((floor) => floor.includes('/'))
    .map((floor) => [`${floor}/`, floor] as const),
  ...['schemas', 'idl', 'indexer', 'api', 'verifier', 'harness', 'client', 'web', 'cli'].map(
    (floor) => [`${floor}/`, floor] as const,
  ),
];

/** The floor on which a file stands, or undefined when the house has no place for it. */
export function floorOf(path: string): string | undefined {
  return PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** All floors below `floor`. */
export function allowedImports(floor: string): ReadonlySet<string> {
  const below = new Set<string>(['schemas']);
  const collect = (name: string): void => {
    for (const next of DIRECT[name] ?? []) {
      below.add(next);
      collect(next);
    }
  };
  collect(floor);
  return below;
}
