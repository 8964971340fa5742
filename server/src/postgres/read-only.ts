import { AppError } from '../lib/errors.ts'
import type { DatabaseFailure } from './failures.ts'

/** 403: the transaction is read-only, because of its role or because the project's disk is full. */
export const readOnly = (cause: DatabaseFailure, message: string, details?: unknown): AppError =>
  new AppError('read_only', message, {
    status: 403,
    hint:
      cause.hint ??
      'Use a role that can write. If the project is read-only because its disk is full, delete data in a transaction that starts with "begin read write".',
    details,
    cause,
  })
