/** A section of the program, at the same offset in memory and in the file. */
export interface ImageSection {
  readonly name: string;
  readonly address: number;
  readonly bytes: Buffer;
}

export interface Image {
  /** Address of the function that the loader calls. */
  readonly entry: number;
  readonly text: ImageSection;
  readonly constants: readonly ImageSection[];
  /** Functions of the runtime; relocations count them from 1. */
  readonly syscalls: readonly string[];
  readonly relocations: Buffer;
}

const SHARED_OBJECT = 3;
const MACHINE_BPF = 247;
const SECTION_HEADER_BYTES = 64;
const PROGRAM_HEADER_BYTES = 56;
const ELF_HEADER_BYTES = 64;

const TYPE = { bytes: 1, strings: 3, dynamic: 6, relocations: 9, dynamicSymbols: 11 } as const;
const FLAG = { writable: 1, allocated: 2, code: 4 } as const;
const SEGMENT = { load: 1, dynamic: 2 } as const;
const RIGHT = { execute: 1, write: 2, read: 4 } as const;
const DYNAMIC = {
  strings: 5,
  symbols: 6,
  stringBytes: 10,
  symbolBytes: 11,
  rel: 17,
  relBytes: 18,
  relEntry: 19,
};

interface Header extends ImageSection {
  readonly type: number;
  readonly flags: number;
  readonly link?: number;
  readonly entryBytes?: number;
}

/** Four segments: the code, the constants, what the loader needs to finish linking, and its table of contents. */
const SEGMENTS = 4;
/** Address of the first section. */
export const FIRST_ADDRESS = ELF_HEADER_BYTES + SEGMENTS * PROGRAM_HEADER_BYTES;

export function aligned(at: number): number {
  return Math.ceil(at / 8) * 8;
}

/** The bytes of a program as an ELF file. */
export function writeImage(image: Image): Buffer {
  const { text, constants } = image;
  const linking = linkingSections(image);
  const sections: readonly Header[] = [
    { ...text, type: TYPE.bytes, flags: FLAG.allocated | FLAG.code },
    ...constants.map((section) => ({ ...section, type: TYPE.bytes, flags: FLAG.allocated })),
    ...linking,
  ];
  const [dynamic] = linking;
  const segments = [
    segment(SEGMENT.load, RIGHT.read | RIGHT.execute, [text]),
    segment(SEGMENT.load, RIGHT.read, constants),
    segment(SEGMENT.load, RIGHT.read | RIGHT.write, linking),
    segment(SEGMENT.dynamic, RIGHT.read | RIGHT.write, dynamic ? [dynamic] : []),
  ];
  const names = stringTable(['', ...sections.map(({ name }) => name), '.shstrtab']);
  const namesAt = end(sections);
  const headersAt = aligned(namesAt + names.bytes.length);
  const headers = [
    Buffer.alloc(SECTION_HEADER_BYTES),
    ...sections.map((section) => sectionHeader(section, names.offsetOf(section.name))),
    sectionHeader(
      { name: '.shstrtab', address: namesAt, bytes: names.bytes, type: TYPE.strings, flags: 0 },
      names.offsetOf('.shstrtab'),
    ),
  ];
  const file = Buffer.alloc(headersAt + headers.length * SECTION_HEADER_BYTES);
  elfHeader({ entry: image.entry, headersAt, sections: headers.length }).copy(file, 0);
  Buffer.concat(segments).copy(file, ELF_HEADER_BYTES);
  for (const { address, bytes } of sections) bytes.copy(file, address);
  names.bytes.copy(file, namesAt);
  Buffer.concat(headers).copy(file, headersAt);
  return file;
}

/** The table of contents, the names of the syscalls, and where the code refers to them and to constants. */
function linkingSections({ text, constants, syscalls, relocations }: Image): Header[] {
  const names = stringTable(['', ...syscalls]);
  const symbols = Buffer.concat([Buffer.alloc(24), ...syscalls.map((name) => symbol(names.offsetOf(name)))]);
  const contentBytes = (Object.keys(DYNAMIC).length + 1) * 16;
  const dynamicAt = aligned(end([text, ...constants]));
  const symbolsAt = dynamicAt + contentBytes;
  const namesAt = symbolsAt + symbols.length;
  const relocationsAt = aligned(namesAt + names.bytes.length);
  const contents = Buffer.concat(
    [
      [DYNAMIC.rel, relocationsAt],
      [DYNAMIC.relBytes, relocations.length],
      [DYNAMIC.relEntry, 16],
      [DYNAMIC.symbols, symbolsAt],
      [DYNAMIC.symbolBytes, 24],
      [DYNAMIC.strings, namesAt],
      [DYNAMIC.stringBytes, names.bytes.length],
      [0, 0],
    ].map((pair) => words(pair)),
  );
  const flags = FLAG.allocated;
  // Counted from the null section at the start of every section table.
  const namesIndex = 1 + 1 + constants.length + 2;
  return [
    {
      name: '.dynamic',
      address: dynamicAt,
      bytes: contents,
      type: TYPE.dynamic,
      flags: flags | FLAG.writable,
      link: namesIndex,
      entryBytes: 16,
    },
    {
      name: '.dynsym',
      address: symbolsAt,
      bytes: symbols,
      type: TYPE.dynamicSymbols,
      flags,
      link: namesIndex,
      entryBytes: 24,
    },
    { name: '.dynstr', address: namesAt, bytes: names.bytes, type: TYPE.strings, flags },
    {
      name: '.rel.dyn',
      address: relocationsAt,
      bytes: relocations,
      type: TYPE.relocations,
      flags,
      link: namesIndex - 1,
      entryBytes: 16,
    },
  ];
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [i, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), i * 8);
  return bytes;
}

/** A global function that is not defined here. */
function symbol(name: number): Buffer {
  const entry = Buffer.alloc(24);
  entry.writeUInt32LE(name, 0);
  entry.writeUInt8(0x10, 4);
  return entry;
}

function stringTable(texts: readonly string[]): { bytes: Buffer; offsetOf: (text: string) => number } {
  const offsets = new Map<string, number>();
  let at = 0;
  for (const text of texts) {
    offsets.set(text, at);
    at += text.length + 1;
  }
  return {
    bytes: Buffer.from(texts.map((text) => `${text}\0`).join('')),
    offsetOf: (text) => offsets.get(text) ?? 0,
  };
}

function end(sections: readonly ImageSection[]): number {
  return Math.max(...sections.map(({ address, bytes }) => address + bytes.length));
}

function segment(type: number, rights: number, sections: readonly ImageSection[]): Buffer {
  const start = sections[0]?.address ?? FIRST_ADDRESS;
  const length = sections.length > 0 ? end(sections) - start : 0;
  const header = Buffer.concat([Buffer.alloc(8), words([start, start, start, length, length, 8])]);
  header.writeUInt32LE(type, 0);
  header.writeUInt32LE(rights, 4);
  return header;
}

function sectionHeader(
  { type, flags, address, bytes, link = 0, entryBytes = 0 }: Header,
  name: number,
): Buffer {
  const allocated = (flags & FLAG.allocated) !== 0;
  const header = Buffer.concat([
    Buffer.alloc(8),
    words([flags, allocated ? address : 0, address, bytes.length, 0, allocated ? 8 : 1, entryBytes]),
  ]);
  header.writeUInt32LE(name, 0);
  header.writeUInt32LE(type, 4);
  header.writeUInt32LE(link, 40);
  return header;
}

function elfHeader({
  entry,
  headersAt,
  sections,
}: {
  entry: number;
  headersAt: number;
  sections: number;
}): Buffer {
  const header = Buffer.alloc(ELF_HEADER_BYTES);
  header.write('\x7fELF\x02\x01\x01', 0, 'latin1');
  header.writeUInt16LE(SHARED_OBJECT, 16);
  header.writeUInt16LE(MACHINE_BPF, 18);
  header.writeUInt32LE(1, 20);
  words([entry, ELF_HEADER_BYTES, headersAt]).copy(header, 24);
  for (const [i, value] of [
    ELF_HEADER_BYTES,
    PROGRAM_HEADER_BYTES,
    SEGMENTS,
    SECTION_HEADER_BYTES,
    sections,
    sections - 1,
  ].entries()) {
    header.writeUInt16LE(value, 52 + i * 2);
  }
  return header;
}
