import { AppError } from '../../lib/errors.ts'

/** 409: a project without a parent that it could be compared with. */
export const notABranch = () =>
  new AppError('not_a_branch', 'This project is not a branch of another one.', {
    status: 409,
    hint: 'Open one of its branches to compare it with this project.',
  })

/** 409: another merge into the same project is running. */
export const mergeRunning = () =>
  new AppError('merge_running', 'Another merge into this project is running.', {
    status: 409,
    hint: 'Wait until it is done, then compare again.',
  })

/** 409: the branch, or the parent that it is updated from, has changed since the plan was made. */
export const planOutdated = () =>
  new AppError('plan_outdated', 'The changes are no longer the ones that you reviewed.', {
    status: 409,
    hint: 'Reload the comparison and review the changes again.',
  })

/** 409: objects that both sides have changed differently. */
export const mergeConflicts = (count: number) =>
  new AppError(
    'merge_conflicts',
    count === 1
      ? 'One object was changed differently in the branch and in its parent.'
      : `${count} objects were changed differently in the branch and in its parent.`,
    {
      status: 409,
      hint: 'Make each of them the same on both sides, or undo one of the two changes.',
    },
  )

/** 503: too many comparisons wait. */
export const comparisonBusy = () =>
  new AppError('comparison_busy', 'Too many schemas are being compared.', {
    status: 503,
    hint: 'Try again in a few seconds.',
    retryAfter: 5,
  })
