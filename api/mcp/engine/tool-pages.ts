import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ToolDescription } from '../catalogue/describe.ts';

/** One answer of tools/list. */
export interface ToolPage {
  readonly tools: readonly ToolDescription[];
  /** What applies to all of them. */
  readonly _meta?: ToolDescription['_meta'];
  readonly nextCursor?: string;
}

/** Every page of tools/list of one surface as JSON, created once: a hundred tools are 300 KB. */
export class ToolPages {
  readonly #pages = new Map<string | undefined, ToolPage>();
  readonly #json = new Map<unknown, string>();

  constructor(tools: readonly ToolDescription[], pageSize: number, shared?: ToolDescription['_meta']) {
    for (let start = 0; start === 0 || start < tools.length; start += pageSize) {
      const end = start + pageSize;
      const more = end < tools.length;
      const page = {
        tools: tools.slice(start, end),
        ...(more && { nextCursor: cursorOf(end) }),
        ...(shared && { _meta: shared }),
      };
      this.#pages.set(start === 0 ? undefined : cursorOf(start), page);
      this.#json.set(page, JSON.stringify(page));
    }
  }

  /** @throws MCP_PAGE_UNKNOWN */
  page(cursor: string | undefined): ToolPage {
    const page = this.#pages.get(cursor);
    if (page === undefined) throw new LaunchlensError('MCP_PAGE_UNKNOWN', {});
    return page;
  }

  /** The JSON of a page; undefined for any other result. */
  jsonOf(result: unknown): string | undefined {
    return this.#json.get(result);
  }
}

function cursorOf(start: number): string {
  return Buffer.from(`tools ${start}`).toString('base64url');
}
