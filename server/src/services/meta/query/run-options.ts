import type { RunText } from '@stoa/contract/services/meta/query'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallerOf } from '../../../project/impersonate.ts'
import { bindParameters } from './bound-parameters.ts'
import { impersonationForbidden } from './errors.ts'
import { READER, WRITER } from './rights.ts'
import type { RunOptions } from './runs.ts'
import { transactionForbidden } from './transactions/errors.ts'

type Body = z.infer<typeof RunText>

/** How a member's text runs: with their rights, as the chosen role, in the chosen transaction. */
export async function runOptions<Sent extends Body>(
  request: FastifyRequest,
  callerOf: CallerOf,
  {
    impersonate,
    transaction,
    parameters,
    keeps_history: _keeps,
    read_only: isReadOnly = false,
    ...sent
  }: Sent,
) {
  const canWrite = request.can('database:write') && !isReadOnly
  if (impersonate && !canWrite) throw impersonationForbidden()
  if (transaction && !canWrite) throw transactionForbidden()
  return {
    request: { ...sent, ...(parameters && bindParameters(sent.sql, parameters)) },
    rights: canWrite ? WRITER : READER,
    caller: await callerOf(request, impersonate),
    transaction: transaction && {
      id: transaction.id,
      isOpen: transaction.is_open,
      impersonation: impersonate,
      isRevoked: () => request.isRevoked(),
    },
  } satisfies Omit<RunOptions, 'signal'>
}
