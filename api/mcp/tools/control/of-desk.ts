import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { DeskContext } from '../../../actions/desk/context.ts';
import type { ToolContext } from '../../catalogue/tool.ts';

/** Credentials and owners' records are stored together, so a call with one has the other. */
export function deskOf({ desk }: ToolContext): DeskContext {
  if (desk === undefined) throw new LaunchlensError('INTERNAL', {});
  return desk;
}
