import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { CredentialKind } from '../../../core/rules/scopes.ts';
import { authorizationOf, credentialChallenge } from '../../access/agents/header.ts';
import type { AgentParts } from '../../access/agents/parts.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';

export interface CredentialGateOptions {
  readonly agents: Pick<AgentParts, 'access' | 'rates'>;
  readonly surface: string;
  readonly kinds: readonly CredentialKind[];
  /** Where a client learns how to get a credential. */
  readonly metadataOf?: ((request: FastifyRequest) => string) | undefined;
}

/** A call that stops agents has no arguments: a larger body is not one. */
const LARGEST_STOP_BYTES = 4096;

/** The sender of an accepted request. */
export interface Admitted {
  readonly caller: AgentPrincipal;
  /** Seconds until the credential may make other calls than those that stop agents; 0 within its rate. */
  readonly waitSeconds: number;
}

/** Accepts requests of a surface with a valid credential, checked for each request before anything else is read. */
export class CredentialGate {
  readonly #options: CredentialGateOptions;
  readonly #admitted = new WeakMap<FastifyRequest, Admitted>();

  constructor(options: CredentialGateOptions) {
    this.#options = options;
  }

  /**
   * Beyond its rate, a credential is accepted with a message small enough to stop agents; the reader decides whether it
   * does. @throws CREDENTIAL_REQUIRED, PAIRING_TOKEN_REQUIRED, CREDENTIAL_RATE_LIMITED
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await this.#principal(request, reply);
    const { waitSeconds, headers } = this.#options.agents.rates.take(caller);
    reply.headers(headers);
    if (waitSeconds > 0 && !mayStopAgents(request)) {
      throw new LaunchlensError('CREDENTIAL_RATE_LIMITED', { seconds: waitSeconds });
    }
    this.#admitted.set(request, { caller, waitSeconds });
  }

  /** Undefined for a refused request. */
  admitted(request: FastifyRequest): Admitted | undefined {
    return this.#admitted.get(request);
  }

  /** One refusal for all reasons, so that trying credentials reveals nothing. */
  async #principal(request: FastifyRequest, reply: FastifyReply): Promise<AgentPrincipal> {
    const { agents, surface, kinds, metadataOf } = this.#options;
    const authorization = authorizationOf(request.raw.rawHeaders);
    try {
      return await agents.access.principal({ authorization, surface, kinds });
    } catch (error) {
      if (!isLaunchlensError(error) || error.status !== 401) throw error;
      reply.header(
        'www-authenticate',
        credentialChallenge(authorization !== undefined, metadataOf?.(request)),
      );
      throw new LaunchlensError(
        kinds.includes('key') ? 'CREDENTIAL_REQUIRED' : 'PAIRING_TOKEN_REQUIRED',
        {},
        error,
      );
    }
  }
}

function mayStopAgents({ method, headers }: FastifyRequest): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return method === 'POST' && length <= LARGEST_STOP_BYTES;
}
