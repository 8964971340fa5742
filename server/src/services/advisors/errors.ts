import type { Fix } from '@stoa/contract/services/advisors/advisors'
import { messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'

export const ruleNotFound = (rule: string) =>
  new AppError('advisor_rule_not_found', `There is no rule named ${rule}.`, {
    status: 404,
    hint: 'Reload the page to see the rules of this installation.',
  })

export const findingNotFound = () =>
  new AppError('finding_not_found', 'The finding no longer exists.', {
    status: 404,
    hint: 'Refresh the advisor. Somebody may have corrected or deleted the object.',
  })

export const ignoredFindingNotFound = () =>
  new AppError('ignored_finding_not_found', 'The finding is not ignored.', {
    status: 404,
    hint: 'Reload the page. Somebody may have restored it.',
  })

export const tooManyIgnored = (max: number) =>
  new AppError('too_many_ignored', `A project can ignore at most ${max} findings.`, {
    status: 409,
    hint: 'Ignore a whole rule instead, or restore findings that no longer exist.',
  })

export const noFix = () =>
  new AppError('no_fix', 'There is no SQL that corrects this finding in every project.', {
    status: 409,
    hint: 'Follow the steps in the description of the rule.',
  })

export const fixChanged = (fix: Fix) =>
  new AppError('fix_changed', 'The object was changed after the SQL was shown.', {
    status: 409,
    hint: 'Check the new SQL, then apply it.',
    details: fix,
  })

const LOCK_NOT_AVAILABLE = '55P03'

/** 409 or 400 with Postgres's message; other errors are returned as they are. */
export function fixRefused(error: unknown): unknown {
  const state = sqlstateOf(error)
  if (state === undefined) return error
  if (state === LOCK_NOT_AVAILABLE)
    return new AppError('fix_blocked', 'Another transaction uses the object.', {
      status: 409,
      hint: 'Try again when it has ended. Nothing was changed.',
      cause: error,
    })
  return new AppError('fix_failed', `Postgres rejected the statement: ${messageOf(error)}`, {
    status: 400,
    hint: 'Correct the cause, or change the object in the SQL editor.',
    cause: error,
  })
}
