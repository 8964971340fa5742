import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { pathOf } from '../lib/request-url.ts'
import type { Clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import type { Caller } from '../project/caller.ts'
import type { KeyRing } from '../project/keys/key-ring.ts'
import type { Project } from '../project/project.ts'
import type { Service } from '../project/service.ts'
import {
  anonymousCaller,
  bearerToken,
  createCallerResolver,
  type Credentials,
} from '../project/resolve-caller.ts'

/** Decides who a request to a project's public API runs as. */
export type Admission = {
  /** Applies the service's declaration; rejects or throws like `createCallerResolver`. */
  createAdmit(
    service: Service,
  ): (request: FastifyRequest, project: Project) => Caller | Promise<Caller>
  /** Same as above, for a WebSocket handshake; `path` is relative to `/<name>/v1`. */
  admitUpgrade(service: Service, project: Project, handshake: Handshake): Caller
  /**
   * Whether a change of keys has invalidated credentials that were valid. Expired tokens are left
   * to the service, because its client can send another one.
   */
  areRevoked(credentials: Credentials, rings: { before: KeyRing; now: KeyRing }): boolean
  /** Admits a request without credentials as `anon`; credentials in the request must be valid. */
  admitKeyless(request: FastifyRequest, project: Project): Caller
}

type Handshake = {
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly query: URLSearchParams
}

export function createAdmission(clock: Clock): Admission {
  const resolve = createCallerResolver(clock)

  const byKey = ({ keys }: Project, credentials: Credentials, isKeyless: boolean): Caller =>
    isKeyless && credentials.apikey === undefined && !bearerToken(credentials.authorization)
      ? anonymousCaller
      : resolve(keys, credentials)

  function isValid(keys: KeyRing, credentials: Credentials): boolean {
    try {
      resolve(keys, credentials)
      return true
    } catch (error) {
      return error instanceof AppError && error.code === 'jwt_expired'
    }
  }

  return {
    createAdmit(service) {
      const isKeyless = createKeyless(service)
      const prefix = new RegExp(`^/p/[^/]+/${service.name}/v1`)
      const own = service.publicDoor?.admit
      const keyed = (request: FastifyRequest, project: Project) => {
        const isOpen = isKeyless?.(pathOf(request.url).replace(prefix, '')) ?? false
        return byKey(project, credentialsOf(request), isOpen)
      }
      if (!own) return keyed
      // If there is nothing to wait for, a request is admitted in the same turn of the event loop.
      return (request, project) => {
        const admitted = own(request, project)
        if (!(admitted instanceof Promise)) return admitted ?? keyed(request, project)
        return admitted.then((caller) => caller ?? keyed(request, project))
      }
    },
    admitUpgrade: (service, project, handshake) =>
      byKey(
        project,
        credentialsOfHandshake(handshake),
        createKeyless(service)?.(handshake.path) ?? false,
      ),
    areRevoked: (credentials, { before, now }) =>
      isValid(before, credentials) && !isValid(now, credentials),
    admitKeyless: (request, project) => byKey(project, credentialsOf(request), true),
  }
}

/** The credentials of a request; a key can be in its query. */
export function credentialsOf(request: FastifyRequest): Credentials {
  const { apikey: fromQuery } = request.query as { apikey?: unknown }
  return {
    apikey:
      first(request.headers['apikey']) ?? (typeof fromQuery === 'string' ? fromQuery : undefined),
    authorization: request.headers.authorization,
  }
}

/**
 * The credentials of a WebSocket handshake. They are in the query, because browsers cannot set
 * headers on a handshake.
 */
export const credentialsOfHandshake = ({ headers, query }: Handshake): Credentials => ({
  apikey: first(headers['apikey']) ?? query.get('apikey') ?? undefined,
  authorization: headers.authorization,
})

/** Returns a test for paths that need no key; undefined if every path of the service needs one. */
function createKeyless({ publicDoor }: Service): ((path: string) => boolean) | undefined {
  const patterns = publicDoor?.keyless ?? []
  if (patterns.length === 0) return undefined
  return (path) =>
    patterns.some((pattern) =>
      pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
    )
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
