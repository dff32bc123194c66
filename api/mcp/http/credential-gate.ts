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
}

/** A call that stops agents has no arguments: a body beyond this is none. */
const LARGEST_STOP_BYTES = 4096;

/** Who sent a request that was let in. */
export interface Admitted {
  readonly caller: AgentPrincipal;
  /** Seconds until the credential may make other calls than those that stop agents; 0 while it is within its rate. */
  readonly waitSeconds: number;
}

/** Lets requests of a surface in that show a credential it takes, each anew and before anything else of them is read. */
export class CredentialGate {
  readonly #options: CredentialGateOptions;
  readonly #admitted = new WeakMap<FastifyRequest, Admitted>();

  constructor(options: CredentialGateOptions) {
    this.#options = options;
  }

  /**
   * Beyond its rate a credential is let in with a message that is small enough to stop agents: whether it does is for
   * whoever reads it to say. @throws CREDENTIAL_REQUIRED, CREDENTIAL_RATE_LIMITED
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

  /** Undefined for a request that was not let in. */
  admitted(request: FastifyRequest): Admitted | undefined {
    return this.#admitted.get(request);
  }

  /** One refusal for all reasons: whoever tries credentials learns nothing from it. */
  async #principal(request: FastifyRequest, reply: FastifyReply): Promise<AgentPrincipal> {
    const { agents, surface, kinds } = this.#options;
    const authorization = authorizationOf(request.raw.rawHeaders);
    try {
      return await agents.access.principal({ authorization, surface, kinds });
    } catch (error) {
      if (!isLaunchlensError(error) || error.status !== 401) throw error;
      reply.header('www-authenticate', credentialChallenge(authorization !== undefined));
      throw new LaunchlensError('CREDENTIAL_REQUIRED', {}, error);
    }
  }
}

function mayStopAgents({ method, headers }: FastifyRequest): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return method === 'POST' && length <= LARGEST_STOP_BYTES;
}
