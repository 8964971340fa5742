import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.ts'
import type { StoredObject } from '../objects/objects.ts'
import { isFailed, isUnchanged } from '../wire/conditions.ts'
import { s3Error } from './errors.ts'

/**
 * Whether a request may only write if no object exists. Refuses conditions that would be ignored.
 */
export function mustBeNew({ headers }: FastifyRequest): boolean {
  const condition = headers['if-none-match']
  if (headers['if-match'] !== undefined || (condition !== undefined && condition !== '*'))
    throw s3Error('NotImplemented', 'The only supported condition of a write is If-None-Match: *.')
  return condition === '*'
}

/** Reports a conflict for a request that must create a new object. */
export const explainExisting =
  (isNew: boolean) =>
  (error: unknown): never => {
    if (isNew && error instanceof AppError && error.code === 'KeyAlreadyExists')
      throw s3Error('PreconditionFailed', 'An object of this name exists.')
    throw error
  }

const SOURCE = 'x-amz-copy-source-'

/** Throws `PreconditionFailed` if a copy is for another state of its source. */
export function requireSource({ headers }: FastifyRequest, source: StoredObject): void {
  const { metadata, updated_at: updatedAt } = source
  const validators = {
    etag: metadata?.eTag ?? '',
    lastModified: new Date(metadata?.lastModified ?? updatedAt),
  }
  const conditions = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith(SOURCE))
      .map(([name, value]) => [name.slice(SOURCE.length), String(value)]),
  )
  if (isFailed(conditions, validators) || isUnchanged(conditions, validators))
    throw s3Error('PreconditionFailed', 'The source does not meet a condition of the request.')
}
