import { strict as assert } from 'node:assert';
import { aligned, FIRST_ADDRESS, type ImageSection, writeImage } from './image.ts';
import { type ObjectFile, readObjectFile, type Section } from './object-file.ts';

/** Relocation types of the object file and of the program; a syscall's is the same in both. */
const LOAD_ADDRESS = 1;
const RELATIVE = 8;
const SYSCALL = 10;

/**
 * Links one object file of `clang -target bpfel` into a program for Solana's loader. lld has no target for this machine.
 * The loader resolves the rest: addresses of constants, which it relocates, and syscalls, which it knows by name.
 */
export function linkProgram(object: Buffer, entrypoint = 'entrypoint'): Buffer {
  const file = readObjectFile(object);
  const placed = placeSections(file);
  const addressOf = (section: number): number => {
    const found = placed.find(({ source }) => source.index === section);
    assert(found, `section ${section} is part of the program`);
    return found.address;
  };
  const [text] = placed;
  const entry = file.symbols.find(({ name }) => name === entrypoint);
  assert(text && entry?.section === text.source.index, `the program has a function ${entrypoint}`);
  const syscalls = file.symbols.filter(({ name, section }) => name !== '' && section === 0);
  const code = Buffer.from(text.source.bytes);
  const relocations = file.relocationsOf(text.source).map(({ offset, type, symbol }) => {
    if (type === SYSCALL) {
      const index = syscalls.indexOf(symbol);
      assert(index >= 0, `${symbol.name} is a call of the runtime`);
      return relocation(text.address + offset, SYSCALL, index + 1);
    }
    assert.equal(type, LOAD_ADDRESS, `relocation type ${type} is not known`);
    // `lddw` has its operand in two halves of two instructions; the loader adds the program's start address.
    const target = code.readUInt32LE(offset + 4) + symbol.value + addressOf(symbol.section);
    code.writeUInt32LE(target, offset + 4);
    return relocation(text.address + offset, RELATIVE, 0);
  });
  return writeImage({
    entry: text.address + entry.value,
    text: { name: '.text', address: text.address, bytes: code },
    constants: joined(placed.slice(1)),
    syscalls: syscalls.map(({ name }) => name),
    relocations: Buffer.concat(relocations),
  });
}

interface Placed {
  readonly source: Section;
  /** In memory and in the file alike. */
  readonly address: number;
}

/** The loader knows one section of constants by its name. */
function joined(constants: readonly Placed[]): ImageSection[] {
  const [first] = constants;
  const last = constants.at(-1);
  if (!first || !last) return [];
  const bytes = Buffer.alloc(last.address + last.source.bytes.length - first.address);
  for (const { source, address } of constants) source.bytes.copy(bytes, address - first.address);
  return [{ name: '.rodata', address: first.address, bytes }];
}

/** The code first, then every section of constants. */
function placeSections({ sections }: ObjectFile): Placed[] {
  const kept = sections.filter(({ allocated, bytes }) => allocated && bytes.length > 0);
  const writable = kept.find(({ name }) => name.startsWith('.data') || name.startsWith('.bss'));
  assert.equal(writable, undefined, 'a program has no variables outside of its functions');
  const ordered = [
    ...kept.filter(({ name }) => name === '.text'),
    ...kept.filter(({ name }) => name.startsWith('.rodata')),
  ];
  let at = FIRST_ADDRESS;
  return ordered.map((source) => {
    const address = aligned(at);
    at = address + source.bytes.length;
    return { source, address };
  });
}

function relocation(address: number, type: number, symbol: number): Buffer {
  const entry = Buffer.alloc(16);
  entry.writeBigUInt64LE(BigInt(address), 0);
  entry.writeUInt32LE(type, 8);
  entry.writeUInt32LE(symbol, 12);
  return entry;
}
