import { AppError } from '../../lib/errors.ts'
import { readOnly } from '../../postgres/read-only.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'

export const jobNotFound = () =>
  new AppError('job_not_found', 'This job does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list of jobs.',
  })

export const jobExists = (name: string) =>
  new AppError('job_exists', `A job named ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name, or edit that job.',
  })

const UNDEFINED_OBJECT = '42704'
const INVALID_PARAMETER = '22023'
const READ_ONLY = '25006'

/** Rethrows Postgres's refusal as an error for the member. */
export function refuse(cause: unknown): never {
  if (!isDatabaseFailure(cause)) throw cause
  if (cause.code === UNDEFINED_OBJECT) throw jobNotFound()
  if (cause.code === INVALID_PARAMETER)
    throw new AppError('invalid_job', `${cause.message}.`, {
      status: 400,
      hint: cause.hint ?? 'Change the field that the message names, then save the job again.',
      cause,
    })
  if (cause.code === READ_ONLY) throw readOnly(cause, `${cause.message}.`)
  throw cause
}
