import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { createLiveList } from '../lib/live-list.ts'
import { tooManyRequests } from '../lib/refusals.ts'
import { beginVisit, holdBytes, type ProjectVisits, type Visit, type Visitor } from './visit.ts'

type LoadLimits = {
  /** Requests of one project that have no complete response. */
  readonly maxRequests: number
  /** Bytes of their bodies and of the responses that their clients have not read. */
  readonly maxBytes: number
}

const LIMITS: LoadLimits = { maxRequests: 1000, maxBytes: 128 * 1024 * 1024 }

/** Limits what each project uses of this process, so that its load affects only itself. */
export type ProjectLoad = {
  /**
   * Counts a request or handshake until it is over. Throws 429 `too_many_requests` or
   * `too_much_data_in_memory` if the project already occupies too much.
   */
  enter(ref: string, visitor: Visitor): Visit
  /**
   * Same as above, for a request. Its body counts from the beginning if its length is announced.
   */
  enterRequest(ref: string, request: FastifyRequest, visitor: Visitor): Visit
  /**
   * Counts the bodies of a service's routes whose length is not announced, while they arrive, and
   * their responses until they have been read.
   */
  countBytes(scope: FastifyInstance): void
  /** Every project with open visits. */
  projects(): Iterable<ProjectVisits>
}

export function createProjectLoad(limits = LIMITS): ProjectLoad {
  const projects = new Map<string, ProjectVisits>()

  function open(ref: string): ProjectVisits {
    const project = {
      ref,
      open: createLiveList<Visit>(),
      requests: 0,
      bytes: 0,
      onEmpty: () => void projects.delete(ref),
    }
    projects.set(ref, project)
    return project
  }

  function enter(ref: string, visitor: Visitor): Visit {
    const project = projects.get(ref) ?? open(ref)
    if (project.requests >= limits.maxRequests) throw tooMany(limits.maxRequests)
    if (project.bytes >= limits.maxBytes) throw tooMuch(limits.maxBytes)
    return beginVisit(project, visitor)
  }

  return {
    enter,
    enterRequest(ref, request, visitor) {
      const visit = enter(ref, visitor)
      request.visit = visit
      holdBytes(visit, parsedLength(request))
      return visit
    },
    countBytes(scope) {
      scope.addHook('preParsing', (request, _reply, payload, done) => {
        const { visit } = request
        if (!visit || !isParsedWithoutLength(request)) return done(null, payload)
        const counted = new Transform({
          transform(chunk: Buffer, _encoding, next) {
            holdBytes(visit, chunk.length)
            if (visit.project.bytes <= limits.maxBytes) return next(null, chunk)
            // The rest of the body is read and discarded, so that the client receives the refusal.
            payload.unpipe(counted).resume()
            next(tooMuch(limits.maxBytes))
          },
        })
        done(null, payload.pipe(counted))
      })
      scope.addHook('onSend', ({ visit }, _reply, payload, done) => {
        // A stream holds only the bytes that its client is about to read.
        if (visit && (typeof payload === 'string' || Buffer.isBuffer(payload)))
          holdBytes(visit, payload.length)
        done(null, payload)
      })
    },
    projects: () => projects.values(),
  }
}

/** The announced length of a body that is kept in memory; a streamed one has no limit. */
function parsedLength(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? 0)
  return isParsed(request) && length <= (request.routeOptions.bodyLimit ?? 0) ? length : 0
}

const isParsed = ({ routeOptions }: FastifyRequest): boolean => routeOptions.bodyLimit !== UNLIMITED

const isParsedWithoutLength = (request: FastifyRequest): boolean =>
  isParsed(request) &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] !== undefined

const UNLIMITED = Number.MAX_SAFE_INTEGER

const tooMany = (limit: number) =>
  tooManyRequests(`This project already has ${limit} requests in progress.`)

const tooMuch = (limit: number) =>
  new AppError(
    'too_much_data_in_memory',
    `The requests and responses in progress for this project exceed ${limit / 1024 / 1024} MB.`,
    {
      status: 429,
      hint: 'Finish reading open responses, request fewer rows at once, then try again in a moment.',
      retryAfter: 1,
    },
  )
