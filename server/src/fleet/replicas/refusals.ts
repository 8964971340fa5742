import { MAX_REPLICAS } from '@stoa/contract/platform/read-replicas'
import { AppError } from '../../lib/errors.ts'

export const replicaNotFound = (): AppError =>
  new AppError('replica_not_found', 'The project has no such read replica.', {
    status: 404,
    hint: 'List the read replicas of the project, and use the identifier of one of them.',
  })

export const tooManyReplicas = (): AppError =>
  new AppError('too_many_replicas', `The project has ${MAX_REPLICAS} read replicas, the maximum.`, {
    status: 409,
    hint: 'Remove a read replica, then try again.',
  })

export const replicaNotReady = (why: string): AppError =>
  new AppError('replica_not_ready', `The read replica cannot be used yet: ${why}`, {
    status: 503,
    hint: 'Connect to the primary database, or try again in a moment.',
    retryAfter: 5,
  })
