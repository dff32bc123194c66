import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ArchiveLine } from '../archive/lines.ts';
import { type Exported, written } from '../archive/runs.ts';
import { isS3, type S3Folder } from '../archive/s3/folder.ts';
import { requireUnused, Staging, upload } from '../archive/s3/transfer.ts';
import { figures, showToEnd } from '../archive/show.ts';
import { command, parseSlot } from '../options.ts';
import { openSession, runToEnd, type Session } from '../session.ts';

interface ExportFlags extends Exported {
  readonly out: string;
  readonly since?: string;
  readonly json: boolean;
}

export function exportCommand(): Command {
  return command('export', { example: 'launchlens export --out backup-2026-11-21' })
    .requiredOption(
      '--out <directory>',
      'where to write, on this machine or at s3://bucket/name; it must not exist yet',
    )
    .option(
      '--tables <names>',
      'only these tables, separated by commas; such an export cannot be imported',
      parseNames,
    )
    .addOption(
      new Option(
        '--since <export>',
        'an earlier export, here or at s3://…: write only what it lacks',
      ).conflicts('tables'),
    )
    .option('--as-of-slot <slot>', 'the state at this slot (default: the newest)', parseSlot)
    .option('--json', 'JSON lines, also on a terminal', false)
    .action(async (flags: ExportFlags) => {
      const session = openSession({ quietOnTerminal: true });
      await runToEnd(session, async () => {
        await showToEnd(session, await exporting(session, flags), {
          json: flags.json,
          describe: (report) => `exported slot ${report.slot} to ${report.directory}: ${figures(report)}\n`,
        });
        return 0;
      });
    });
}

async function exporting(session: Session, flags: ExportFlags): Promise<AsyncIterable<ArchiveLine>> {
  const staging = new Staging(session);
  const since = flags.since === undefined ? undefined : await staging.manifestOf(flags.since);
  if (!isS3(flags.out)) return written(session, flags, { directory: resolve(flags.out), since });
  const folder = staging.folder(flags.out);
  await requireUnused(folder);
  const directory = await staging.path('export');
  return uploading(await written(session, flags, { directory, since }), { directory, folder });
}

/** The same lines; the report comes once everything is uploaded. */
async function* uploading(
  lines: AsyncIterable<ArchiveLine>,
  { directory, folder }: { readonly directory: string; readonly folder: S3Folder },
): AsyncGenerator<ArchiveLine> {
  for await (const line of lines) {
    if (line.event === 'report') {
      yield* upload(directory, folder);
      yield { ...line, directory: folder.address };
    } else yield line;
  }
}

function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === ''))
    throw new InvalidArgumentError('names of tables, separated by commas.');
  return names;
}
