import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { GRAPHQL_LIMITS as LIMITS } from '../limits.ts';

/** A refusal in the form of a validation error, with the coded error inside. */
function refusal(error: LaunchlensError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error });
}

/** Refuses too deep nesting. Introspection has its own rule and is not counted. */
export function depthRule(context: ValidationContext): ASTVisitor {
  const depths = new Map<string, number>();

  function depthOf({ selections }: SelectionSetNode): number {
    let deepest = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        deepest = Math.max(deepest, fragmentDepth(context.getFragment(selection.name.value)));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depthOf(selection.selectionSet));
      } else if (!selection.name.value.startsWith('__')) {
        deepest = Math.max(deepest, 1 + (selection.selectionSet ? depthOf(selection.selectionSet) : 0));
      }
    }
    return deepest;
  }

  function fragmentDepth(fragment: FragmentDefinitionNode | null | undefined): number {
    if (!fragment) return 0;
    const name = fragment.name.value;
    const known = depths.get(name);
    if (known !== undefined) return known;
    // Another rule refuses a fragment that spreads itself; here it only must not loop forever.
    depths.set(name, 0);
    const depth = depthOf(fragment.selectionSet);
    depths.set(name, depth);
    return depth;
  }

  return {
    OperationDefinition: ({ selectionSet }) => {
      if (depthOf(selectionSet) <= LIMITS.depth) return;
      context.reportError(refusal(new LaunchlensError('GRAPHQL_TOO_DEEP', { limit: LIMITS.depth })));
    },
  };
}

/** Refuses documents with too many aliases. */
export function aliasRule(context: ValidationContext): ASTVisitor {
  let found = 0;
  return {
    Field: ({ alias }) => {
      if (alias !== undefined) found += 1;
    },
    Document: {
      leave: () => {
        if (found <= LIMITS.aliases) return;
        const limit = LIMITS.aliases;
        context.reportError(refusal(new LaunchlensError('GRAPHQL_TOO_MANY_ALIASES', { limit, found })));
      },
    },
  };
}
