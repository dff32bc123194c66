import { strict as assert } from 'node:assert';

/** Offsets in 64-bit little-endian ELF structures. */
const HEADER = { sectionsAt: 40, sectionCount: 60, namesIndex: 62 } as const;
const SECTION_BYTES = 64;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 16;
const ALLOCATED = 2n;
const TYPE = { symbols: 2, relocations: 9 } as const;

export interface Section {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly allocated: boolean;
  readonly bytes: Buffer;
  /** Index of the section that this one refers to, as its type says. */
  readonly info: number;
  readonly link: number;
}

export interface ObjectSymbol {
  readonly name: string;
  /** Offset in its section. */
  readonly value: number;
  /** Index of its section; 0 if the linker has to find it. */
  readonly section: number;
}

export interface Relocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: ObjectSymbol;
}

/** What a compiler leaves for the linker. */
export interface ObjectFile {
  readonly sections: readonly Section[];
  readonly symbols: readonly ObjectSymbol[];
  relocationsOf(section: Section): readonly Relocation[];
}

export function readObjectFile(file: Buffer): ObjectFile {
  assert.equal(file.subarray(0, 6).toString('latin1'), '\x7fELF\x02\x01', 'a 64-bit little-endian ELF file');
  const sections = readSections(file);
  const table = sections.find(({ type }) => type === TYPE.symbols);
  assert(table, 'a symbol table');
  const names = sections[table.link]?.bytes ?? Buffer.alloc(0);
  const symbols = entries(table.bytes, SYMBOL_BYTES).map((entry): ObjectSymbol => {
    const name = textAt(names, entry.readUInt32LE(0));
    return { name, value: Number(entry.readBigUInt64LE(8)), section: entry.readUInt16LE(6) };
  });
  return { sections, symbols, relocationsOf: ({ index }) => readRelocations(sections, symbols, index) };
}

function readSections(file: Buffer): Section[] {
  const start = Number(file.readBigUInt64LE(HEADER.sectionsAt));
  const count = file.readUInt16LE(HEADER.sectionCount);
  const headers = entries(file.subarray(start, start + count * SECTION_BYTES), SECTION_BYTES);
  const bytesOf = (header: Buffer) => {
    const at = Number(header.readBigUInt64LE(24));
    return file.subarray(at, at + Number(header.readBigUInt64LE(32)));
  };
  const namesHeader = headers[file.readUInt16LE(HEADER.namesIndex)];
  assert(namesHeader, 'names of the sections');
  const names = bytesOf(namesHeader);
  return headers.map((header, index) => ({
    index,
    name: textAt(names, header.readUInt32LE(0)),
    type: header.readUInt32LE(4),
    allocated: (header.readBigUInt64LE(8) & ALLOCATED) !== 0n,
    bytes: bytesOf(header),
    link: header.readUInt32LE(40),
    info: header.readUInt32LE(44),
  }));
}

function readRelocations(
  sections: readonly Section[],
  symbols: readonly ObjectSymbol[],
  of: number,
): Relocation[] {
  const tables = sections.filter(({ type, info }) => type === TYPE.relocations && info === of);
  return tables.flatMap(({ bytes }) =>
    entries(bytes, RELOCATION_BYTES).map((entry) => {
      const symbol = symbols[entry.readUInt32LE(12)];
      assert(symbol, 'a relocation names its symbol');
      return { offset: Number(entry.readBigUInt64LE(0)), type: entry.readUInt32LE(8), symbol };
    }),
  );
}

function entries(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function textAt(bytes: Buffer, start: number): string {
  return bytes.subarray(start, bytes.indexOf(0, start)).toString('latin1');
}
