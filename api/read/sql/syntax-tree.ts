/** One node of what `EXPLAIN AST` prints. */
export interface SyntaxNode {
  /** Such as `Function`, `TableIdentifier`. */
  readonly kind: string;
  /** What follows the kind, without alias and count of children: a name, a literal. */
  readonly text: string;
  readonly children: SyntaxNode[];
}

const LINE = /^( *)(\S+)(?: (.*?))?(?: \(alias .*\))?(?: \(children \d+\))?$/;

/** The tree that indentation shows; undefined for a line of an unknown form. Line ends in literals are escaped. */
export function parseSyntaxTree(lines: readonly string[]): SyntaxNode | undefined {
  const open: SyntaxNode[] = [];
  for (const line of lines) {
    const [whole, indent = '', kind = '', text = ''] = LINE.exec(line) ?? [];
    if (whole === undefined || indent.length > open.length) return undefined;
    const node: SyntaxNode = { kind, text, children: [] };
    open.length = indent.length;
    if (open.length === 0 && line !== lines[0]) return undefined;
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  return open[0];
}
