import { AppError } from '../../lib/errors.ts'
import type { LookEnd } from './port.ts'

/** 409: each project has one look. */
export const lookExists = () =>
  new AppError('look_exists', 'Another moment of this project is open.', {
    status: 409,
    hint: 'End it first, then open this one.',
  })

/** 404: nothing to end. */
export const lookNotFound = () =>
  new AppError('look_not_found', 'No earlier moment of this project is open.', {
    status: 404,
    hint: 'Open one on the page Backups.',
  })

/** 409: it is not there yet, or not any more. */
export const lookNotOpen = () =>
  new AppError('look_not_open', 'No earlier moment of this project can be read now.', {
    status: 409,
    hint: 'Open one on the page Backups, and wait until it is ready.',
  })

/** 409: what belongs to the past does not change. */
export const lookReadOnly = () =>
  new AppError('look_read_only', 'An earlier moment can only be read.', {
    status: 409,
    hint: 'To change it, restore it into a new project.',
  })

/** 429: each of them is a Postgres server of its own. */
export const tooManyLooks = (maximum: number) =>
  new AppError('too_many_looks', `Projects of this server already have ${maximum} moments open.`, {
    status: 429,
    hint: 'Wait until one of them ends, or end one.',
    retryAfter: 60,
  })

/** The ends of looks that nobody asked for. */
export const ENDS = {
  idle: {
    code: 'look_idle',
    message: 'The moment was closed because nobody used it.',
    hint: 'Open it again.',
  },
  limit: {
    code: 'look_too_long',
    message: 'The moment was closed because it was open for 4 hours.',
    hint: 'Open it again.',
  },
  crashed: {
    code: 'look_crashed',
    message: 'The database of the moment has stopped.',
    hint: 'Open it again. A query may have used all of its memory.',
  },
} as const satisfies Readonly<Record<string, LookEnd>>
