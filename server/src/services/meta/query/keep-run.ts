import type { RunText } from '@stoa/contract/services/meta/query'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { MemberRun } from '../../../project/member-run.ts'
import type { RunResult } from './answer.ts'
import { maskSecrets } from './mask-secrets.ts'

type Body = Pick<z.infer<typeof RunText>, 'sql' | 'impersonate' | 'explain' | 'keeps_history'>

/**
 * Waits for a run and adds it to the member's history, if that was asked for. A plan and a text that
 * stores a secret are not added.
 */
export async function keepRun(
  request: FastifyRequest,
  { sql, impersonate, explain, keeps_history: keepsHistory }: Body,
  run: Promise<RunResult>,
): Promise<RunResult> {
  const masked = keepsHistory && !explain ? maskSecrets(sql) : undefined
  if (masked === undefined) return run
  const begun = performance.now()
  const keep = async (
    outcome: Pick<MemberRun, 'ended' | 'rowCount' | 'errorCode' | 'errorMessage'>,
  ) => {
    // A run must not fail because its record does.
    await request
      .recordRun({
        sql: masked.text,
        isMasked: masked.isMasked,
        durationMs: performance.now() - begun,
        role: impersonate?.role ?? null,
        ...outcome,
      })
      .catch((error: unknown) =>
        request.log.warn({ err: String(error) }, 'A run was not added to the history.'),
      )
  }
  try {
    const answer = await run
    const { row_count: rowCount = null } = answer.results.at(-1) ?? {}
    await keep({ ended: answer.ended, rowCount, errorCode: null, errorMessage: null })
    return answer
  } catch (error) {
    if (error instanceof AppError)
      await keep({
        ended: null,
        rowCount: null,
        errorCode: error.code,
        // Postgres quotes values in its messages.
        errorMessage: masked.isMasked ? null : error.message,
      })
    throw error
  }
}
