import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOperatorFile } from '../../../cli/operator/file.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { readHolder } from '../../../core/kernel/holder-file.ts';
import { MANIFEST_FILE, readManifest } from '../../../indexer/archive/manifest.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { jsonText, mutatedJson } from '../support/mutate-json.ts';
import type { Random } from '../support/random.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const REFUSALS = ['ARCHIVE_CORRUPT', 'IMPORT_REFUSED'];
const SHA256 = 'a'.repeat(64);

/** Files of the data directory and manifests of exports: understood, or taken for what they are. */
export const files: FuzzTarget = {
  name: 'files',
  feeds: 'manifests of exports and the small files of the data directory to their readers',
  share: 0.02,
  good: 'manifest',
  start: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'launchlens-fuzz-'));
    const write = (name: string, valid: object, random: Random): Promise<void> =>
      writeFile(join(directory, name), random.once(4) ? jsonText(valid) : mutatedJson(valid, random));
    const reads: readonly ((random: Random) => Promise<string>)[] = [
      async (random) => {
        await write(MANIFEST_FILE, manifest(random), random);
        const { checkpoint } = (await readManifest(directory)).manifest;
        const fits = BigInt(checkpoint.slot) <= U64_MAX && BigInt(checkpoint.revision) <= U64_MAX;
        hold(fits, 'the checkpoint fits its columns', () => checkpoint);
        return 'manifest';
      },
      async (random) => {
        await write('operator.json', operator(random), random);
        const file = await readOperatorFile(directory);
        hold(
          file === undefined || new URL(file.url).protocol === 'http:',
          'an operator has an address',
          () => file,
        );
        return file === undefined ? 'no operator' : 'operator';
      },
      async (random) => {
        await write('holder.json', holder(random), random);
        return (await readHolder(join(directory, 'holder.json'))) === undefined ? 'no holder' : 'holder';
      },
    ];
    return {
      feed: async (random) => {
        try {
          return await random.pick(reads)(random);
        } catch (error) {
          if (isLaunchlensError(error) && REFUSALS.includes(error.code)) return error.code;
          throw error;
        }
      },
      stop: () => rm(directory, { recursive: true, force: true }),
    };
  },
};

function manifest(random: Random): object {
  const file = { name: 'pledge_versions-00001.parquet', rows: 1, bytes: random.u32(), sha256: SHA256 };
  const columns = [{ name: 'slot', type: 'UInt64' }];
  return {
    format: random.once(9) ? 2 : 1,
    created_at: '2026-01-01T00:00:00.000Z',
    identity: {
      genesis_hash: 'x',
      program_id: 'x',
      cluster: 'localnet',
      commitment: 'confirmed',
      idl_hash: 'x',
    },
    schema: { version: 1, steps: [{ number: 1, name: 'first', checksum: SHA256 }] },
    checkpoint: { slot: `${random.u64()}`, revision: `${random.u64()}` },
    complete: true,
    tables: [
      { name: 'pledge_versions', columns, rows: 1, digest: SHA256, facts_digest: null, files: [file] },
    ],
  };
}

function operator(random: Random): object {
  const token = random.bytes(24).toString('base64url');
  return {
    pid: 1 + random.below(9),
    url: 'http://127.0.0.1:9',
    token,
    command: 'up',
    started_at: '2026-01-01T00:00:00.000Z',
  };
}

function holder(random: Random): object {
  const since = '2026-01-01T00:00:00.000Z';
  return {
    pid: process.pid,
    host: 'host',
    machine: random.text(9),
    started: random.pick([null, '1']),
    command: 'up',
    since,
  };
}
