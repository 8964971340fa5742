import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storageError } from '../errors.ts'

const MAX_JSON_BYTES = 1024 * 1024

/** The request's JSON body, checked by a schema. An empty body is an empty object. */
export async function jsonBody<T>({ raw }: FastifyRequest, schema: z.core.$ZodType<T>): Promise<T> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > MAX_JSON_BYTES)
      throw storageError('EntityTooLarge', { message: 'The request body is too large' })
    chunks.push(chunk)
  }
  let value: unknown = {}
  try {
    if (length > 0) value = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw storageError('InvalidRequest', { message: 'The request body is not valid JSON', cause })
  }
  return parse(value, schema, 'body')
}

/** The request's query, checked by a schema. */
export const queryOf = <T>({ query }: FastifyRequest, schema: z.core.$ZodType<T>): T =>
  parse(query, schema, 'querystring')

function parse<T>(value: unknown, schema: z.core.$ZodType<T>, place: string): T {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = [place, ...(issue?.path ?? [])].map(String).join('/')
  throw storageError('InvalidRequest', { message: `${where} ${issue?.message ?? 'is invalid'}` })
}
