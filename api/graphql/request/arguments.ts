import { type FieldNode, GraphQLError, type GraphQLField, getArgumentValues } from 'graphql';

export type Values = Readonly<Record<string, unknown>>;

/** The coerced arguments of one field; undefined if they do not coerce, which execution then reports. */
export function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Values,
): Values | undefined {
  if (field.args.length === 0) return {};
  try {
    return getArgumentValues(field, node, variables);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}
