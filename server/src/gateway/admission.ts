import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import type { Caller } from '../project/caller.ts'
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
  /** The same for a WebSocket handshake; `path` is relative to `/<name>/v1`. */
  admitUpgrade(service: Service, project: Project, asked: UpgradeAsked): Caller
  /** Admits a request without credentials as `anon`; credentials in the request must be valid. */
  admitKeyless(request: FastifyRequest, project: Project): Caller
}

type UpgradeAsked = {
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
      // Without something to wait for, a request is admitted in the same turn.
      return (request, project) => {
        const admitted = own(request, project)
        if (!(admitted instanceof Promise)) return admitted ?? keyed(request, project)
        return admitted.then((caller) => caller ?? keyed(request, project))
      }
    },
    admitUpgrade(service, project, { headers, path, query }) {
      const credentials = {
        apikey: first(headers['apikey']) ?? query.get('apikey') ?? undefined,
        authorization: headers.authorization,
      }
      return byKey(project, credentials, createKeyless(service)?.(path) ?? false)
    },
    admitKeyless: (request, project) => byKey(project, credentialsOf(request), true),
  }
}

function credentialsOf(request: FastifyRequest): Credentials {
  const { apikey: fromQuery } = request.query as { apikey?: unknown }
  return {
    apikey:
      first(request.headers['apikey']) ?? (typeof fromQuery === 'string' ? fromQuery : undefined),
    authorization: request.headers.authorization,
  }
}

/** Returns a test for paths that need no key; undefined if every path of the service needs one. */
function createKeyless({ publicDoor }: Service): ((path: string) => boolean) | undefined {
  const patterns = publicDoor?.keyless ?? []
  if (patterns.length === 0) return undefined
  return (path) =>
    patterns.some((pattern) =>
      pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
    )
}

function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
