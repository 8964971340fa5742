import { AppError } from '../../../lib/errors.ts'

/** 409: a migration whose rollback is not recorded. */
export const noRollback = (version: string, reason: string | null) =>
  new AppError(
    'no_rollback',
    reason === null
      ? `The migration ${version} does not say how to undo it.`
      : `The migration ${version} can't be undone. ${reason}`,
    {
      status: 409,
      hint: 'Add its rollback with PATCH /v1/projects/{ref}/database/migrations/{version}.',
    },
  )

/** 409: a migration that another one has undone. */
export const alreadyReverted = (version: string, by: string) =>
  new AppError('already_reverted', `The migration ${version} was reverted by ${by}.`, {
    status: 409,
    hint: `To apply it again, revert ${by}.`,
  })

/** 409: migrations to squash that others lie between, or that were deleted. */
export const notConsecutive = () =>
  new AppError(
    'migrations_not_consecutive',
    'These migrations do not follow each other, or some no longer exist.',
    { status: 409, hint: 'Reload the list and select migrations without a gap.' },
  )

/** 409: a migration that cannot be part of another one. */
export const notSquashable = (version: string, reason: string) =>
  new AppError('not_squashable', `The migration ${version} can't be squashed. ${reason}`, {
    status: 409,
    hint: 'Select migrations before or after it.',
  })

/** 409: the version of a file that the history already has. */
export const migrationExists = (version: string) =>
  new AppError('migration_exists', `A migration with the version ${version} is recorded already.`, {
    status: 409,
    hint: 'Give the file another version, or mark the recorded one as reverted first.',
  })
