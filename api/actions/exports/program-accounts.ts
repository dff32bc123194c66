import { compileWhere, type Where } from '../../read/programs/where/where.ts';
import { freshSlot, type SlotRequest } from '../freshness.ts';
import { type ProgramsContext, programNamed, typeNamed } from '../programs/find.ts';
import { type Export, openExport } from './export.ts';

export interface ProgramExportRequest extends SlotRequest {
  readonly program: string;
  readonly type: string;
  readonly where?: Where | undefined;
}

/**
 * Every account of one type that meets the conditions, at one slot.
 * @throws PROGRAM_NOT_FOUND, ACCOUNT_TYPE_NOT_FOUND, PARAMETER_MALFORMED and those of `freshSlot`
 */
export async function exportProgramAccounts(
  context: ProgramsContext,
  request: ProgramExportRequest,
  signal: AbortSignal,
): Promise<Export> {
  const { program, where = {} } = request;
  const reads = programNamed(context, program);
  const type = typeNamed(reads, request.type);
  const condition = compileWhere(type, where);
  const { stamp, facts: counts } = await reads.ask(await freshSlot(reads, request), (_ask, at) =>
    at.counts(),
  );
  const name = `${program}-${type.name}`;
  const opened = await openExport(
    { name, stamp, rows: reads.accountRows(stamp, { type, condition }) },
    signal,
  );
  return { ...opened, undecodable: counts.get(type.name)?.undecodable ?? 0n };
}
