import type { SourceNode } from '../../../schemas/rest/source.ts';
import type { AnsweredPage } from '../../actions/context.ts';
import type { Scope } from '../request/scope.ts';

export interface PageArguments {
  readonly first: number;
  readonly after?: string | null;
}

/** What a page needs from a request. */
export interface PageRequest extends PageArguments {
  readonly scope: Pick<Scope, 'source'>;
}

interface Edge<Node> {
  readonly node: Node;
  readonly cursor: string;
}

/** A page of a listing in the shape of Relay's connections. */
export interface Connection<Node> {
  readonly source: SourceNode;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge<Node>[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

type Page = AnsweredPage<{ readonly next_cursor: string | null }>;

/** A page as a connection. Cursors are getters: sealing one costs as much as a row, and few are requested. */
export function connectionOf<Node>(
  { stamp, body, cursorAfter }: Page,
  nodes: readonly Node[],
  { after, scope }: PageRequest,
): Connection<Node> {
  const last = nodes.length - 1;
  return {
    source: scope.source(stamp),
    nodes,
    get edges() {
      return nodes.map((node, index) => edgeOf(node, index, cursorAfter));
    },
    pageInfo: {
      hasNextPage: body.next_cursor !== null,
      hasPreviousPage: after !== undefined && after !== null,
      get startCursor() {
        return last < 0 ? null : cursorAfter(0);
      },
      get endCursor() {
        return last < 0 ? null : cursorAfter(last);
      },
    },
  };
}

function edgeOf<Node>(node: Node, index: number, cursorAfter: Page['cursorAfter']): Edge<Node> {
  return {
    node,
    get cursor() {
      return cursorAfter(index);
    },
  };
}
