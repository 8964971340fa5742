import { AppError } from '../../lib/errors.ts'
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

export const invalidSchedule = (text: string) =>
  new AppError('invalid_schedule', `“${text}” is not a valid schedule.`, {
    status: 400,
    hint: 'Use five cron fields such as 5 4 * * *, a name such as @daily, or 1 to 59 seconds.',
  })

const UNDEFINED_OBJECT = '42704'
const INVALID_PARAMETER = '22023'
const READ_ONLY = '25006'

/** Rethrows Postgres's refusal as an error for the member. */
export function refuse(cause: unknown): never {
  if (!isDatabaseFailure(cause)) throw cause
  const details = { ...(cause.hint && { hint: cause.hint }), cause }
  if (cause.code === UNDEFINED_OBJECT) throw jobNotFound()
  if (cause.code === INVALID_PARAMETER)
    throw new AppError('invalid_job', `${cause.message}.`, { status: 400, ...details })
  if (cause.code === READ_ONLY)
    throw new AppError('read_only', `${cause.message}.`, { status: 403, ...details })
  throw cause
}
