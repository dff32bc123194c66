import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ControlContext } from '../../actions/control/context.ts';
import type { ToolContext } from './tool.ts';

/** Guardrails are stored with credentials, so a call with one has them. Without them nothing is allowed. */
export function controlOf({ control }: ToolContext): ControlContext {
  if (control === undefined) throw new LaunchlensError('INTERNAL', {});
  return control;
}
