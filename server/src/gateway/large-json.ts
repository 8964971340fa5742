import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { holdsMoreValues } from '../lib/json-values.ts'
import type { Turns } from '../lib/turns.ts'

/** Bodies up to this size are parsed at once, which takes a few milliseconds. */
const MAX_UNCHECKED_BYTES = 1024 * 1024
/** Legitimate large bodies consist of a few long texts: SQL, or the cells of a row. */
const MAX_VALUES = 50_000

/**
 * Refuses large JSON bodies with very many values with 413 `too_many_values`: parsing them would
 * block all other requests for seconds and take many times their size in memory.
 */
export function refuseManyValues(app: FastifyInstance, inTurns: Turns): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const isLarge = body.length > MAX_UNCHECKED_BYTES
      if (isLarge && (await inTurns(holdsMoreValues(body, MAX_VALUES)))) throw tooMany()
      return new Promise((resolve, reject) => {
        void parse(request, body.toString(), (error, value) =>
          error ? reject(error) : resolve(value),
        )
      })
    },
  )
}

const tooMany = () =>
  new AppError('too_many_values', `The request body contains more than ${MAX_VALUES} values.`, {
    status: 413,
    hint: 'Send them in several requests.',
  })
