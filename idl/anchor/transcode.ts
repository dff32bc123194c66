import { ENUM8_VALUES, isNullable } from './columns.ts';
import type { Fields, Layout, LayoutOf } from './layout.ts';
import { copyCode, plainFields, plainOf } from './plain-columns.ts';
import type { RowSink } from './row-sink.ts';
import { Cursor, UNEXPLAINED } from './transcode-cursor.ts';

/**
 * Writes the columns of one account, instruction or event in ClickHouse's RowBinary format: false, with nothing written,
 * if the layout does not explain the bytes. Accepts the same bytes as `compileDecoder`, which says why it refuses others.
 */
export type Transcode = (bytes: Buffer, into: RowSink) => boolean;

/** Compiles the copy of one type into code, as `compileDecoder` does. */
export function compileTranscoder(layout: Layout, discriminatorBytes: number): Transcode {
  const columns = layout.kind === 'struct' ? layout.fields.items : [];
  // The columns of a row follow each other as the elements of a tuple would, but for an empty one.
  const write = layout.kind === 'struct' && columns.length === 0 ? compile(undefined) : compile(layout);
  return (bytes, into) => {
    const start = into.length;
    try {
      const cursor = new Cursor(bytes, discriminatorBytes, into);
      write(cursor);
      if (layout.kind === 'struct' && columns.length === 0) cursor.skip(layout.end);
      return true;
    } catch (error) {
      if (error !== UNEXPLAINED) throw error;
      into.length = start;
      return false;
    }
  };
}

function compile(layout: Layout | undefined): (cursor: Cursor) => void {
  const functions: string[] = [];
  const names = new Map<Layout, string>();
  let depth = 0;

  /** A statement that copies one value; structs and enums have a function each, however often they occur. */
  function codeOf(of: Layout): string {
    const plain = plainOf(of);
    if (plain) return copyCode(plain);
    switch (of.kind) {
      case 'string':
        return 'c.text();';
      case 'bytes':
        return of.length === undefined ? 'c.counted();' : `c.bytes(${of.length});`;
      case 'option':
      case 'coption':
        return optionCode(of);
      case 'vector':
        return repeated(of.inner, `c.count(${of.inner.least})`);
      case 'array':
        return repeated(of.inner, `c.length(${of.length})`);
      default:
        return `${functionOf(of as LayoutOf<'struct' | 'enum'>)}(c);`;
    }
  }

  function optionCode({ kind, inner }: LayoutOf<'option' | 'coption'>): string {
    const [none, some] = isNullable(inner) ? [1, 0] : [0, 1];
    const absent = kind === 'coption' ? ` c.skip(${inner.least});` : '';
    return `if (c.tag(${kind === 'coption' ? 4 : 1})) { c.put(${some}); ${codeOf(inner)} } else { c.put(${none});${absent} }`;
  }

  /** Values without rules of their own are copied at once. */
  function repeated(inner: Layout, count: string): string {
    const plain = plainOf(inner);
    if (plain && plain.limits.length === 0) return `c.copy(${count} * ${plain.bytes});`;
    depth += 1;
    const [at, end] = [`i${depth}`, `n${depth}`];
    const code = `for (let ${at} = 0, ${end} = ${count}; ${at} < ${end}; ${at} += 1) { ${codeOf(inner)} }`;
    depth -= 1;
    return code;
  }

  function functionOf(of: LayoutOf<'struct' | 'enum'>): string {
    const known = names.get(of);
    if (known) return known;
    const name = `write${names.size}`;
    names.set(of, name);
    const body = of.kind === 'struct' ? structOf(of) : enumOf(of);
    functions.push(`function ${name}(c) { ${body} }`);
    return name;
  }

  function structOf({ fields, end }: LayoutOf<'struct'>): string {
    return `${fieldsOf(fields)}${end === 0 ? '' : ` c.skip(${end});`}`;
  }

  function enumOf({ variants }: LayoutOf<'enum'>): string {
    const bearing = variants.flatMap(({ fields }, tag) =>
      fields.items.length === 0
        ? []
        : [`if (tag === ${tag}) { c.put(1); ${fieldsOf(fields)} } else c.put(0);`],
    );
    const wide = variants.length > ENUM8_VALUES;
    return [`const tag = c.variant(${variants.length}, ${wide});`, ...bearing].join(' ');
  }

  function fieldsOf({ items }: Fields): string {
    // A tuple has at least one element.
    if (items.length === 0) return 'c.put(0);';
    const code: string[] = [];
    let run: Fields['items'] = [];
    const flush = (): void => {
      const plain = plainFields({ named: true, items: run });
      if (plain && plain.bytes > 0) code.push(copyCode(plain));
      run = [];
    };
    for (const item of items) {
      if (item.skip > 0) {
        flush();
        code.push(`c.skip(${item.skip});`);
      }
      if (plainOf(item.layout)) run = [...run, { ...item, skip: 0 }];
      else {
        flush();
        code.push(codeOf(item.layout));
      }
    }
    flush();
    return code.join(' ');
  }

  const root = layout ? codeOf(layout) : '';
  const code = ['"use strict";', ...functions, `return (c) => { ${root} };`].join('\n');
  return new Function(code)() as (cursor: Cursor) => void;
}
