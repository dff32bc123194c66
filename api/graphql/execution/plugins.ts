import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Exchange } from '../http/exchange.ts';
import { GRAPHQL_LIMITS as LIMITS } from '../limits.ts';
import { aliasRule, depthRule } from '../request/shape-rules.ts';
import { type Survey, surveyOperation } from '../request/survey.ts';

/** Refuses requests that are not GraphQL over HTTP. */
export function useRequestForm(): Plugin {
  return {
    onRequestParse: ({ requestParser, setRequestParser }) => {
      if (requestParser) setRequestParser(async (request) => readParameters(() => requestParser(request)));
      return {
        onRequestParseDone: ({ requestParserResult }) => {
          if (Array.isArray(requestParserResult)) throw new LaunchlensError('GRAPHQL_BATCH_REFUSED', {});
        },
      };
    },
  };
}

/** Yoga ignores errors in the JSON of a query string. */
async function readParameters<Parameters>(read: () => Parameters | Promise<Parameters>): Promise<Parameters> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
    throw new GraphQLError('variables and extensions must be JSON.', { extensions });
  }
}

/** Refuses documents with too many tokens, and operations with too deep nesting or too many aliases. */
export function useShapeLimits(): Plugin {
  return {
    onParse: ({ setParseFn }) => {
      setParseFn((source, options) => parseWithin(source, options));
    },
    onValidate: ({ addValidationRule }) => {
      addValidationRule(depthRule);
      addValidationRule(aliasRule);
    },
  };
}

type Parse = typeof parse;

function parseWithin(...[source, options]: Parameters<Parse>): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: LIMITS.tokens });
  } catch (error) {
    // The parser has no code for this; the message is that of graphql 16.
    if (!(error instanceof GraphQLError) || !error.message.includes('tokens. Parsing aborted')) throw error;
    const refusal = new LaunchlensError('GRAPHQL_TOO_MANY_TOKENS', { limit: LIMITS.tokens });
    throw new GraphQLError(refusal.message, { originalError: refusal });
  }
}

export interface Answering {
  /** Answers a surveyed query. */
  readonly execute: (args: ExecutionArgs, survey: Survey, exchange: Exchange) => Promise<ExecutionResult>;
  readonly subscribe: (args: ExecutionArgs, exchange: Exchange) => Promise<ExecutionResult>;
}

/** Surveys each operation before it is answered; a refusal applies to the whole request. */
export function useAnswering({ execute, subscribe }: Answering): Plugin {
  return {
    onExecute: ({ setExecuteFn }) => {
      setExecuteFn((args) => surveyed(args, (survey) => execute(args, survey, exchangeOf(args))) as never);
    },
    onSubscribe: ({ setSubscribeFn }) => {
      setSubscribeFn((args) => surveyed(args, () => subscribe(args, exchangeOf(args))) as never);
    },
  };
}

/** Continues with an operation that can be answered. */
async function surveyed(
  args: ExecutionArgs,
  answer: (survey: Survey) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  exchangeOf(args).field = rootFieldOf(operationOf(args));
  const survey = surveyOf(args);
  return survey.problems.length > 0 ? { errors: survey.problems } : answer(survey);
}

/** Yoga passes a request's own data on as its context. */
function exchangeOf({ contextValue }: ExecutionArgs): Exchange {
  return (contextValue as { readonly exchange: Exchange }).exchange;
}

function operationOf({ document, operationName }: ExecutionArgs): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new TypeError('yoga hands on no operation that is not there');
  return operation;
}

/** A name of the schema, as the operation is valid. */
function rootFieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [first, ...others] = selections;
  return first?.kind === Kind.FIELD && others.length === 0 ? first.name.value : 'several';
}

function surveyOf(args: ExecutionArgs): Survey {
  const { schema, document, variableValues } = args;
  const operation = operationOf(args);
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );
  return surveyOperation({ schema, operation, fragments, variables: variableValues ?? {} });
}
