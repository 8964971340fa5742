import { z } from 'zod'

/** A moment of a row as the contract writes moments; rows whose moments are compared use `z.date()`. */
export const Timestamp = z.date().transform((date) => date.toISOString())
