import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { DeskContext } from '../../../actions/desk/context.ts';
import type { ToolContext } from '../../catalogue/tool.ts';

/** Credentials are kept where owners' things are, so a call that has one finds them. */
export function deskOf({ desk }: ToolContext): DeskContext {
  if (desk === undefined) throw new LaunchlensError('INTERNAL', {});
  return desk;
}
