import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

type LoadLimits = {
  /** Requests of one project that have no complete response. */
  readonly maxRequests: number
  /** Bytes of their bodies and of the responses that their clients have not read. */
  readonly maxBytes: number
}

const LIMITS: LoadLimits = { maxRequests: 1000, maxBytes: 128 * 1024 * 1024 }

/** Limits what each project occupies of this process, so that its load affects only itself. */
export type ProjectLoad = {
  /**
   * Counts a request until its response has been read or its client has disconnected. Throws 429
   * `too_many_requests` or `too_much_data_in_memory` if the project already occupies too much.
   */
  enter(ref: string, request: FastifyRequest, reply: FastifyReply): void
  /**
   * Counts the bodies of a service's routes whose length is not announced, while they arrive, and
   * their responses until they have been read.
   */
  countBytes(scope: FastifyInstance): void
}

type Load = { requests: number; bytes: number }
/** What one request occupies. */
type Share = { readonly load: Load; bytes: number }

declare module 'fastify' {
  interface FastifyRequest {
    loadShare: Share | null
  }
}

export function createProjectLoad(limits = LIMITS): ProjectLoad {
  const loads = new Map<string, Load>()

  function hold(share: Share, bytes: number): void {
    share.bytes += bytes
    share.load.bytes += bytes
  }

  return {
    enter(ref, request, { raw }) {
      // A client that has disconnected causes no further event.
      if (raw.closed) return
      const load = loads.get(ref) ?? { requests: 0, bytes: 0 }
      if (load.requests >= limits.maxRequests) throw tooMany(limits.maxRequests)
      if (load.bytes >= limits.maxBytes) throw tooMuch(limits.maxBytes)
      loads.set(ref, load)
      load.requests += 1
      const share: Share = { load, bytes: 0 }
      request.loadShare = share
      hold(share, parsedLength(request))
      raw.once('close', () => {
        load.requests -= 1
        load.bytes -= share.bytes
        if (load.requests === 0) loads.delete(ref)
      })
    },
    countBytes(scope) {
      scope.addHook('preParsing', (request, _reply, payload, done) => {
        const { loadShare } = request
        if (!loadShare || !isParsedWithoutLength(request)) return done(null, payload)
        const counted = new Transform({
          transform(chunk: Buffer, _encoding, next) {
            hold(loadShare, chunk.length)
            if (loadShare.load.bytes <= limits.maxBytes) return next(null, chunk)
            // The rest is read and dropped, so that the client receives the refusal.
            payload.unpipe(counted).resume()
            next(tooMuch(limits.maxBytes))
          },
        })
        done(null, payload.pipe(counted))
      })
      scope.addHook('onSend', ({ loadShare }, _reply, payload, done) => {
        // A stream holds only what its client is about to read.
        if (loadShare && (typeof payload === 'string' || Buffer.isBuffer(payload)))
          hold(loadShare, payload.length)
        done(null, payload)
      })
    },
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
  new AppError('too_many_requests', `This project already has ${limit} requests in progress.`, {
    status: 429,
    hint: 'Send fewer requests at the same time, then try again in a moment.',
    retryAfter: 1,
  })

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
