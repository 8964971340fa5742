import { z } from 'zod'

/** A time from a row in the contract's format. Rows whose times are compared use `z.date()`. */
export const Timestamp = z.date().transform((date) => date.toISOString())
