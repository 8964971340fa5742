import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authError, validationFailed } from './errors.ts'

/** Account data never needs deeper nesting, and every traversal of it costs time. */
const MAX_DEPTH = 64
/** One megabyte, the same limit as in GoTrue. */
const BODY_LIMIT = 1024 * 1024

export const Metadata = z.record(z.string(), z.unknown())
export type Metadata = Readonly<Record<string, unknown>>

/** GoTrue treats a null field as absent and an absent one as empty. */
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

/** Parses the request body; 400 `validation_failed` names the first invalid field. */
export const parseBody = <T>(schema: z.core.$ZodType<T>, request: FastifyRequest): T =>
  parse(schema, request.body ?? {})

/** Parses the query string and fails like `parseBody`. */
export const parseQuery = <T>(schema: z.core.$ZodType<T>, request: FastifyRequest): T => {
  refuseUnstorable(request.query)
  return parse(schema, request.query)
}

/** Reads the user ID from the path. Anything but a UUID gets GoTrue's 404 `validation_failed`. */
export function parseUserId(request: FastifyRequest): string {
  const params = z.object({ id: z.guid() }).safeParse(request.params)
  if (!params.success) throw authError(404, 'validation_failed', 'user_id must be an UUID')
  return params.data.id
}

/** Reads a factor ID from the path and fails like `parseUserId`. */
export function parseFactorId(request: FastifyRequest, name: 'id' | 'factorId'): string {
  const params = z.record(z.string(), z.string()).safeParse(request.params)
  const id = z.guid().safeParse(params.data?.[name])
  if (!id.success) throw authError(404, 'validation_failed', 'factor_id must be an UUID')
  return id.data
}

/**
 * Parses every body as JSON, regardless of its content type, and accepts an empty one: some clients
 * send a JSON content type without a body, and old clients send no content type.
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

/** Also reads forms, which browsers and OAuth clients send. */
export function readFormBodies(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      try {
        const form = Object.fromEntries(new URLSearchParams(String(body)))
        refuseUnstorable(form)
        done(null, form)
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

/** Rejects NUL and lone surrogates, which Postgres can't store in text, and excessive nesting. */
function refuseUnstorable(value: unknown, depth = 0) {
  if (depth > MAX_DEPTH) throw validationFailed('The request is nested too deeply')
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw validationFailed('The request contains a character that cannot be stored')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, entry] of Object.entries(value)) {
    refuseUnstorable(key, depth + 1)
    refuseUnstorable(entry, depth + 1)
  }
}

function parse<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw validationFailed(field === '' ? 'Invalid request' : `Invalid value for ${field}`)
}
