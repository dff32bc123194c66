import type { SourceStamp } from '../../../schemas/rest/source.ts';
import type { CamelCased } from './camel-case.ts';

/** The freshness stamp, spelled as GraphQL does. */
export type SourceNode = CamelCased<SourceStamp>;
