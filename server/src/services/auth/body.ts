import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authError, validationFailed } from './errors.ts'

/** Nesting past this has no use in an account and costs whoever walks it. */
const MAX_DEPTH = 64
/** One megabyte, as GoTrue. */
const BODY_LIMIT = 1024 * 1024

export const Metadata = z.record(z.string(), z.unknown())
export type Metadata = Readonly<Record<string, unknown>>

/** GoTrue takes null for absent, and absent for empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
export const optionalMetadata = Metadata.nullish().transform((value) => value ?? undefined)

/** The request's body through a schema; 400 `validation_failed` names the first field that does not fit. */
export const parseBody = <T>(schema: z.ZodType<T>, request: FastifyRequest): T =>
  parse(schema, request.body ?? {})

/** The same for the query string. */
export const parseQuery = <T>(schema: z.ZodType<T>, request: FastifyRequest): T => {
  refuseUnstorable(request.query)
  return parse(schema, request.query)
}

/** An identifier in the path; anything but a UUID is refused as GoTrue does. */
export function parseUserId(request: FastifyRequest): string {
  const params = z.object({ id: z.guid() }).safeParse(request.params)
  if (!params.success) throw authError(404, 'validation_failed', 'user_id must be an UUID')
  return params.data.id
}

/** A factor's identifier in the path, refused in the same way. */
export function parseFactorId(request: FastifyRequest, name: 'id' | 'factorId'): string {
  const params = z.record(z.string(), z.string()).safeParse(request.params)
  const id = z.guid().safeParse(params.data?.[name])
  if (!id.success) throw authError(404, 'validation_failed', 'factor_id must be an UUID')
  return id.data
}

/**
 * Bodies are JSON whatever their content type says, and may be empty: clients send a JSON content
 * type with no body at all, and old ones send none.
 */
export function readBodiesAsJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      try {
        done(null, parseJson(String(body)))
      } catch (error) {
        done(error instanceof Error ? error : new Error('Unreadable body', { cause: error }))
      }
    },
  )
}

function parseJson(source: string): unknown {
  if (source.trim() === '') return {}
  const value = decode(source)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw authError(400, 'bad_json', 'Could not parse request body as JSON: not an object')
  refuseUnstorable(value)
  return value
}

function decode(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw authError(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

/** What Postgres keeps in no text: NUL and half of a surrogate pair; and nesting beyond reason. */
function refuseUnstorable(value: unknown, depth = 0) {
  if (depth > MAX_DEPTH) throw validationFailed('The request is nested too deeply')
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw validationFailed('The request holds a character that cannot be stored')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, entry] of Object.entries(value)) {
    refuseUnstorable(key, depth + 1)
    refuseUnstorable(entry, depth + 1)
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw validationFailed(field === '' ? 'Invalid request' : `Invalid value for ${field}`)
}
