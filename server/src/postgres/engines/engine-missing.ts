import { AppError } from '../../lib/errors.ts'

/** 500: the programs of Postgres are not where they should be. */
export const engineMissing = (
  message: string,
  hint: string,
  cause?: { readonly details?: unknown; readonly cause?: unknown },
): AppError => new AppError('engine_missing', message, { status: 500, hint, ...cause })
