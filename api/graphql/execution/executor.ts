import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

/** Compiling takes some milliseconds, so a document is compiled only once it repeats. */
const ASKED_BEFORE_COMPILING = 2;

type Outcome = ExecutionResult | Promise<ExecutionResult>;
export type Executor = (args: ExecutionArgs) => Outcome;

interface Known {
  asked: number;
  /** Null if the compiler does not support the operation. */
  compiled: CompiledQuery | null | undefined;
}

/**
 * Executes operations, from their third time on as compiled functions. The answer is the same either way. Documents are
 * compared by identity; the parse cache in front makes equal documents identical.
 * @param most operations to cache
 */
export function createExecutor(schema: GraphQLSchema, most: number): Executor {
  const operations = new WeakMap<DocumentNode, Map<string, Known>>();
  const remembered = new LRUCache<Known, true>({
    max: most,
    dispose: (_value, known) => {
      known.asked = 0;
      known.compiled = undefined;
    },
  });

  function knownOf(document: DocumentNode, operationName: string): Known {
    const ofDocument = operations.get(document) ?? new Map<string, Known>();
    if (ofDocument.size === 0) operations.set(document, ofDocument);
    const known = ofDocument.get(operationName) ?? { asked: 0, compiled: undefined };
    ofDocument.set(operationName, known);
    remembered.set(known, true);
    return known;
  }

  return (args) => {
    const { document, operationName, contextValue, rootValue, variableValues } = args;
    const known = knownOf(document, operationName ?? '');
    known.asked += 1;
    if (known.compiled === undefined && known.asked > ASKED_BEFORE_COMPILING) {
      known.compiled = compile(schema, document, operationName ?? undefined);
    }
    if (!known.compiled) return execute(args) as Outcome;
    return known.compiled.query(rootValue, contextValue, { ...variableValues }) as Outcome;
  };
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery | null {
  if (hasDirectives(document)) return null;
  const compiled = compileQuery(schema, document, operationName, { disablingCapturingStackErrors: true });
  return isCompiledQuery(compiled) ? compiled : null;
}

/** The compiler loses fields that one selection skips by a directive and another one requests. */
function hasDirectives(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive: () => {
      found = true;
      return BREAK;
    },
  });
  return found;
}
