import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ControlContext } from '../../actions/control/context.ts';
import type { ToolContext } from './tool.ts';

/** Guardrails are kept where credentials are, so a call that has one finds them. Without them nothing passes. */
export function controlOf({ control }: ToolContext): ControlContext {
  if (control === undefined) throw new LaunchlensError('INTERNAL', {});
  return control;
}
