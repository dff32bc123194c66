import { z } from 'zod';
import { camelKey } from '../../../../schemas/letter-case.ts';
import * as answers from '../../../../schemas/rest/answers.ts';
import { launch } from '../../../../schemas/rest/launch.ts';
import { mintFields } from '../../../../schemas/rest/mints.ts';
import { pledge } from '../../../../schemas/rest/pledge.ts';
import { settlement } from '../../../../schemas/rest/settlement.ts';
import { source } from '../../../../schemas/rest/source.ts';
import { wallet } from '../../../../schemas/rest/wallet.ts';
import type { ApiUnderTest } from '../mirror-under-test.ts';
import { parseExact } from './exact-json.ts';
import { type Question, refusalOf, type Transport, type TransportAnswer } from './question.ts';

type Data = Readonly<Record<string, unknown>>;
interface Page extends Data {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Asks for every field that REST has, and spells what comes back as REST does. */
export function graphqlTransport({ app }: Pick<ApiUnderTest, 'app'>): Transport {
  return {
    name: 'GraphQL',
    ask: async (question) => {
      const payload = { query: documentOf(question), variables: variablesOf(question) };
      const { body } = await app.inject({ method: 'POST', url: '/graphql', payload });
      const { data, errors, extensions } = parseExact(body) as {
        data?: Data;
        errors?: { message: string; extensions: { code: string } }[];
        extensions: { source: { lastIndexedSlot: number } };
      };
      const [error] = errors ?? [];
      if (error) return refusalOf(error.extensions.code, asRest(error.message));
      const slot = extensions.source.lastIndexedSlot;
      const answer = data?.launch === null ? undefined : answerOf(question, data as Data);
      return answer ?? refusalOf('LAUNCH_NOT_FOUND', missing(question, slot));
    },
  };
}

const everyField = {
  source: fieldsOf(source),
  launch: fieldsOf(launch),
  mints: fieldsOf(z.object(mintFields)),
  pledge: fieldsOf(pledge),
  settlement: fieldsOf(settlement),
  wallet: fieldsOf(wallet),
  gate: fieldsOf(answers.launchStatusAnswer.shape.launch_gate),
};
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

function documentOf({ about, values }: Question): string {
  const { source: sourceFields, launch: launchFields, gate } = everyField;
  switch (about) {
    case 'status':
      return `query ($asOfSlot: Slot) { status(asOfSlot: $asOfSlot) { source { ${sourceFields} } phase launch { ${launchFields} settlement { ${everyField.settlement} } } launchGate { ${gate} } } }`;
    case 'launch':
      return `query ($launchId: BigUint!, $asOfSlot: Slot ${values.wallet ? ', $wallet: Pubkey!' : ''}) {
        launch(launchId: $launchId, asOfSlot: $asOfSlot) {
          source { ${sourceFields} } ${launchFields} settlement { ${everyField.settlement} }
          ${values.wallet ? `wallet(address: $wallet) { ${everyField.wallet} }` : ''}
        }
      }`;
    case 'launches':
      return `query ($asOfSlot: Slot, $status: LaunchStatus, $orderBy: LaunchOrder, $limit: Int!, $cursor: String) {
        launches(asOfSlot: $asOfSlot, status: $status, orderBy: $orderBy, first: $limit, after: $cursor) {
          source { ${sourceFields} } totalCount nodes { ${launchFields} settlement { ${everyField.settlement} } } ${PAGE_INFO}
        }
      }`;
    case 'pledges':
      return `query ($launchId: BigUint!, $asOfSlot: Slot, $orderBy: PledgeOrder, $minAmount: BigUint, $limit: Int!, $cursor: String) {
        launch(launchId: $launchId, asOfSlot: $asOfSlot) {
          launchId ${everyField.mints}
          pledges(orderBy: $orderBy, minAmount: $minAmount, first: $limit, after: $cursor) {
            source { ${sourceFields} } edges { node { ${everyField.pledge} } } ${PAGE_INFO}
          }
        }
      }`;
  }
}

function variablesOf({ values }: Question): Data {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [camelKey(name), value]));
}

function answerOf({ about, values }: Question, data: Data): TransportAnswer {
  switch (about) {
    case 'status': {
      // REST has the settlement beside the launch.
      const status = data.status as Data & { readonly launch: Data | null };
      return restAnswer(answers.launchStatusAnswer, { ...status, settlement: status.launch?.settlement });
    }
    case 'launch': {
      const { source: stamp, settlement: ended, wallet: part, ...shown } = data.launch as Data;
      return restAnswer(answers.launchDetailAnswer, {
        source: stamp,
        launch: shown,
        settlement: ended,
        wallet: part,
      });
    }
    case 'launches': {
      const { totalCount: count, nodes: results, ...page } = data.launches as Page;
      return restAnswer(answers.launchListAnswer, {
        ...page,
        count,
        results,
        nextCursor: nextCursor(page as Page),
      });
    }
    case 'pledges': {
      const { pledges, launchId, ...mints } = data.launch as {
        launchId: string;
        pledges: Page & { edges: { node: Data }[] };
      };
      const results = pledges.edges.map(({ node }) => node);
      const nextPage = nextCursor(pledges);
      if (values.launch_id !== launchId) throw new Error('another launch was answered');
      return restAnswer(answers.pledgeListAnswer, {
        ...pledges,
        ...mints,
        launchId,
        results,
        nextCursor: nextPage,
      });
    }
  }
}

function nextCursor({ pageInfo: { hasNextPage, endCursor } }: Page): string | null {
  return hasNextPage ? endCursor : null;
}

function restAnswer(shape: z.ZodType, value: Data): TransportAnswer {
  return { json: JSON.stringify(restOf(shape, value)) };
}

/** An answer of a shape as REST spells it, which leaves out what does not apply where GraphQL says null. */
export function restOf(shape: z.ZodType, value: unknown): unknown {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional) {
    return value === null ? null : restOf(shape.unwrap() as z.ZodType, value);
  }
  if (shape instanceof z.ZodArray)
    return (value as unknown[]).map((item) => restOf(shape.element as z.ZodType, item));
  if (!(shape instanceof z.ZodObject)) return value;
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, inner]) => {
    const held = (value as Data)[camelKey(name)];
    const leftOut = inner instanceof z.ZodOptional && (held === null || held === undefined);
    return leftOut ? [] : [[name, restOf(inner, held)] as const];
  });
  return Object.fromEntries(fields);
}

/** Every field of a shape, as a selection. */
export function fieldsOf(shape: z.ZodType): string {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional)
    return fieldsOf(shape.unwrap() as z.ZodType);
  if (shape instanceof z.ZodArray) return fieldsOf(shape.element as z.ZodType);
  if (!(shape instanceof z.ZodObject)) return '';
  return Object.entries(shape.shape as Record<string, z.ZodType>)
    .map(([name, inner]) => {
      const fields = fieldsOf(inner);
      return fields === '' ? camelKey(name) : `${camelKey(name)} { ${fields} }`;
    })
    .join(' ');
}

function asRest(message: string): string {
  return message.replace(/\b(asOfSlot|launchId|orderBy|minAmount)\b/g, (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** What REST says where GraphQL has null for a launch that does not exist. */
function missing({ values }: Question, slot: number): string {
  const { launch_id: launchId } = values as { readonly launch_id?: string };
  return `No LaunchConfig exists for launch_id ${launchId} at slot ${slot}.`;
}
