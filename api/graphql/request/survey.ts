import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { GRAPHQL_LIMITS as LIMITS } from '../limits.ts';
import { fieldCost } from './cost.ts';
import { requireSizes, type Values } from './sizes.ts';

export interface SurveyedOperation {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Values;
}

/** What must be known of an operation before any of it is answered. */
export interface Survey {
  /** Why it cannot be answered: variables that do not fit, or an operation kind that does not exist. */
  readonly problems: readonly GraphQLError[];
  readonly cost: number;
  /** Whether any root field is about launches, or one about a program. */
  readonly launches: boolean;
  readonly programs: boolean;
  /** Cursors of fields about launches. */
  readonly cursors: readonly string[];
  /** `asOfSlot` of each root field with such an argument; undefined if omitted. */
  readonly asOfSlots: readonly (bigint | undefined)[];
  /** The greatest `minSlot`. */
  readonly minSlot: bigint | undefined;
  /** The least `maxLagSlots`. */
  readonly maxLagSlots: number | undefined;
}

const NOTHING: Survey = {
  problems: [],
  cost: 0,
  launches: false,
  programs: false,
  cursors: [],
  asOfSlots: [],
  minSlot: undefined,
  maxLagSlots: undefined,
};

/**
 * Surveys a valid operation with its variables. Each fragment is visited once, however often it is spread.
 * @throws PARAMETER_MALFORMED for a page size out of range, GRAPHQL_TOO_COSTLY
 */
export function surveyOperation(surveyed: SurveyedOperation): Survey {
  const { schema, operation, variables } = surveyed;
  const root = schema.getRootType(operation.operation);
  if (!root) return { ...NOTHING, problems: [noSuchOperation(operation)] };
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], {
    ...variables,
  });
  if (coerced === undefined) return { ...NOTHING, problems: errors };
  const surveyor = new Surveyor(surveyed, coerced, root.name);
  const cost = surveyor.selectionCost(operation.selectionSet, root.name);
  if (cost > LIMITS.cost) throw new LaunchlensError('GRAPHQL_TOO_COSTLY', { limit: LIMITS.cost, cost });
  return { problems: [], cost, ...surveyor.found };
}

/** Validation does not check the fields of a type that does not exist. */
function noSuchOperation({ operation: kind }: OperationDefinitionNode): GraphQLError {
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' };
  return new GraphQLError(`There are no operations of the kind ${kind}.`, { extensions });
}

/** What fields of programs carry. */
interface FieldTraits {
  readonly program?: string;
  readonly cost?: number;
}

class Surveyor {
  readonly found = {
    launches: false,
    programs: false,
    cursors: [] as string[],
    asOfSlots: [] as (bigint | undefined)[],
    minSlot: undefined as bigint | undefined,
    maxLagSlots: undefined as number | undefined,
  };
  readonly #surveyed: SurveyedOperation;
  readonly #variables: Values;
  readonly #fragmentCosts = new Map<string, number>();

  readonly #root: string;

  constructor(surveyed: SurveyedOperation, variables: Values, root: string) {
    this.#surveyed = surveyed;
    this.#root = root;
    this.#variables = variables;
  }

  selectionCost({ selections }: SelectionSetNode, type: string): number {
    return selections.reduce((cost, selection) => cost + this.#cost(selection, type), 0);
  }

  #cost(selection: SelectionNode, type: string): number {
    if (selection.kind === Kind.FIELD) return this.#fieldCost(selection, type);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return this.selectionCost(selection.selectionSet, selection.typeCondition?.name.value ?? type);
    }
    const name = selection.name.value;
    const fragment = this.#surveyed.fragments.get(name);
    const known = this.#fragmentCosts.get(name);
    if (known !== undefined || fragment === undefined) return known ?? 0;
    const cost = this.selectionCost(fragment.selectionSet, fragment.typeCondition.name.value);
    this.#fragmentCosts.set(name, cost);
    return cost;
  }

  #fieldCost(node: FieldNode, typeName: string): number {
    const type = this.#surveyed.schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    // Introspection has its own limit.
    if (field === undefined) return 1;
    const values = argumentsOf(field, node, this.#variables) ?? {};
    const { program, cost } = field.extensions as FieldTraits;
    // Programs have slots of their own, which their fields see to.
    if (program !== undefined) this.found.programs = true;
    else this.#noteLaunches(field, typeName, values);
    requireSizes(values);
    const children = node.selectionSet
      ? this.selectionCost(node.selectionSet, getNamedType(field.type).name)
      : 0;
    const isList = isListType(getNullableType(field.type));
    return fieldCost({ type: typeName, field: field.name, isList, values, cost }, children);
  }

  #noteLaunches({ args }: GraphQLField<unknown, unknown>, typeName: string, values: Values): void {
    if (typeName === this.#root) this.found.launches = true;
    this.#note(
      values,
      args.some(({ name }) => name === 'asOfSlot'),
    );
  }

  #note({ after, asOfSlot, minSlot, maxLagSlots }: Values, isRoot: boolean): void {
    const { found } = this;
    if (typeof after === 'string') found.cursors.push(after);
    if (isRoot) found.asOfSlots.push((asOfSlot ?? undefined) as bigint | undefined);
    if (typeof minSlot === 'bigint' && minSlot > (found.minSlot ?? -1n)) found.minSlot = minSlot;
    if (typeof maxLagSlots === 'number')
      found.maxLagSlots = Math.min(maxLagSlots, found.maxLagSlots ?? maxLagSlots);
  }
}

/** The coerced arguments of one field; undefined if they do not coerce, which execution then reports. */
function argumentsOf(
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
