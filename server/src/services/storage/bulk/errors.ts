import { AppError } from '../../../lib/errors.ts'

export const jobNotFound = () =>
  new AppError('storage_job_not_found', 'The storage job does not exist.', {
    status: 404,
    hint: 'Jobs are listed for seven days after they end.',
  })
