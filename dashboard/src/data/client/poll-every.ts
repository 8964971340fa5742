import { ApiError } from './api-error.ts'

/** The statuses of a read that fails again until a person changes something. */
const LASTING = new Set([403, 404])

/**
 * The `refetchInterval` of a page that shows live data. It continues after a failure, because the
 * next read can succeed, except after one that says that the data is gone or forbidden.
 */
export const pollEvery =
  (milliseconds: number) =>
  ({ state: { error } }: { state: { error: Error | null } }): number | false =>
    error instanceof ApiError && LASTING.has(error.code) ? false : milliseconds
