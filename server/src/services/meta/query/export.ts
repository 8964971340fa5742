import type { exportQuery } from '@stoa/contract/services/meta/query-stream'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { isFailureOf } from './failures.ts'
import type { CallerOf } from '../../../project/impersonate.ts'
import type { Project } from '../../../project/project.ts'
import { exportWrites, noResult, tooManyResultExports } from './errors.ts'
import { MAX_RESULT_EXPORTS } from './limits.ts'
import { runOptions } from './run-options.ts'
import { readTextShape } from './text-shape.ts'

type Body = Omit<z.infer<NonNullable<typeof exportQuery.body>>, 'format'>

const READ_ONLY_TRANSACTION = '25006'

/** Exports of results: texts that run again, read-only and without a limit. */
export function createResultExports() {
  const running = new Map<string, number>()
  const add = (ref: string, difference: 1 | -1) => {
    const count = (running.get(ref) ?? 0) + difference
    if (count === 0) running.delete(ref)
    else running.set(ref, count)
  }
  return {
    /** Throws 429 `too_many_result_exports`, 400 `export_writes`, and the errors of a run. */
    async start({ ref }: Project, open: () => Promise<Readable>): Promise<Readable> {
      if ((running.get(ref) ?? 0) >= MAX_RESULT_EXPORTS) throw tooManyResultExports()
      add(ref, 1)
      try {
        const content = await open()
        content.once('close', () => add(ref, -1))
        return content
      } catch (error) {
        add(ref, -1)
        throw isFailureOf(error, READ_ONLY_TRANSACTION) ? exportWrites(error) : error
      }
    },
    async options(request: FastifyRequest, callerOf: CallerOf, { statement, ...body }: Body) {
      const options = await runOptions(request, callerOf, {
        ...body,
        sql: textUpTo(body.sql, statement),
        row_limit: Number.POSITIVE_INFINITY,
      })
      return {
        ...options,
        request: { ...options.request, maxBytes: Number.POSITIVE_INFINITY },
        rights: { ...options.rights, isReadOnly: true },
      }
    },
  }
}

/** The text without the statements after the one with this index. */
function textUpTo(sql: string, statement: number): string {
  const { statementStarts } = readTextShape(sql)
  if (statement >= statementStarts.length) throw noResult(statement)
  return sql.slice(0, statementStarts[statement + 1])
}
