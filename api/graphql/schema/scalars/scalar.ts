import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';

/** How a scalar reads and writes; each function returns undefined for invalid values. */
export interface ScalarRules<Internal> {
  readonly name: string;
  /** Completes the sentence "… must be …". */
  readonly expected: string;
  /** A string of a document or of the variables. */
  readonly fromText?: (text: string) => Internal | undefined;
  /** An integer literal of a document, as written. */
  readonly fromDigits?: (digits: string) => Internal | undefined;
  /** A number in the variables; its digits beyond 2^53 are already lost. */
  readonly fromNumber?: (number: number) => Internal | undefined;
  /** What an answer carries. */
  readonly toWire: (value: unknown) => unknown;
}

/** A scalar that accepts what its rules accept, and refuses the rest. */
export function defineScalar<Internal>(rules: ScalarRules<Internal>): GraphQLScalarType {
  const { name, expected, fromText, fromDigits, fromNumber, toWire } = rules;
  const parse = (value: unknown): Internal | undefined => {
    if (typeof value === 'string') return fromText?.(value);
    return typeof value === 'number' ? fromNumber?.(value) : undefined;
  };
  const parseNode = (node: ValueNode): Internal | undefined => {
    if (node.kind === Kind.STRING) return fromText?.(node.value);
    return node.kind === Kind.INT ? fromDigits?.(node.value) : undefined;
  };
  const required = (value: Internal | undefined, nodes?: ValueNode): Internal => {
    if (value !== undefined) return value;
    throw new GraphQLError(`${name} must be ${expected}.`, { ...(nodes && { nodes }) });
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => {
      const wire = toWire(value);
      // Only corrupt data reaches this; the message stays internal.
      if (wire === undefined) throw new TypeError(`a value of the answer is no ${name}`);
      return wire;
    },
    parseValue: (value) => required(parse(value)),
    parseLiteral: (node) => required(parseNode(node), node),
  });
}
