import { MAX_LOG_DRAINS } from '@stoa/contract/services/logs/drains'
import { AppError } from '../../../lib/errors.ts'

export const drainNotFound = () =>
  new AppError('log_drain_not_found', 'This log drain does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list of log drains.',
  })

export const drainLimit = () =>
  new AppError('log_drain_limit', `A project can have at most ${MAX_LOG_DRAINS} log drains.`, {
    status: 409,
    hint: 'Delete a log drain that is no longer needed.',
  })

export const drainsUnavailable = () =>
  new AppError('log_drains_unavailable', 'Log drains need the Team plan or a larger one.', {
    status: 402,
    hint: 'Change the plan of the organization on its billing page.',
  })

export const drainTypeFixed = () =>
  new AppError('log_drain_type_fixed', 'The destination type of a log drain cannot change.', {
    status: 400,
    hint: 'Create another log drain and delete this one.',
  })

export const secretMissing = (field: string) =>
  new AppError('log_drain_secret_missing', `Enter a value for ${field}.`, {
    status: 400,
    hint: 'Stored secrets are only kept while the address of the destination stays the same.',
  })

export const unreachable = (host: string, problem = 'could not be reached', cause?: unknown) =>
  new AppError('outgoing_failed', `The server ${host} ${problem}.`, {
    status: 502,
    hint: 'Check the host and the port of the log drain, and whether the server runs.',
    cause,
  })
