import { laterTool, type Tool, type ToolTraits } from '../../catalogue/tool.ts';

/** Name, title, description, and hints where they differ from those of the set. */
type Row = readonly [name: string, title: string, description: string, hints?: ToolTraits['hints']];

/** Tools of one scope that do not work yet. */
export function laterTools(
  shared: Pick<Required<ToolTraits>, 'scope' | 'toolset' | 'hints'>,
  rows: readonly Row[],
): readonly Tool[] {
  return rows.map(([name, title, description, hints = shared.hints]) =>
    laterTool({ ...shared, name, title, description, hints }),
  );
}
