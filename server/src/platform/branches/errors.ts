import { DEFAULT_BRANCH, MAX_BRANCHES, MAX_BRANCH_DAYS } from '@stoa/contract/platform/branches'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import { forbidden } from '../forbidden.ts'

export const branchNotFound = () =>
  new AppError('branch_not_found', 'This branch does not exist.', {
    status: 404,
    hint: 'List the branches of the project, and use the id or ref of one of them.',
  })

export const branchNameTaken = (name: string) =>
  new AppError('branch_name_taken', `The project has a branch named "${name}" already.`, {
    status: 409,
    hint: 'Choose another name.',
  })

export const tooManyBranches = () =>
  new AppError('too_many_branches', `The project has ${MAX_BRANCHES} branches, the maximum.`, {
    status: 409,
    hint: 'Delete a branch that nobody needs, then try again.',
  })

export const branchSourceNotReady = (status: ProjectStatus) =>
  new AppError('branch_source_not_ready', `A project cannot be copied while it is ${status}.`, {
    status: 409,
    hint: 'Wait until it is active or paused, then try again.',
    retryAfter: 2,
  })

export const branchResetProtected = () =>
  new AppError('branch_reset_protected', 'The branch is protected, so its data stays.', {
    status: 409,
    hint: 'An owner or administrator can remove the protection on the page Branches.',
  })

export const defaultBranchFixed = () =>
  new AppError('default_branch_fixed', `"${DEFAULT_BRANCH}" is the project itself.`, {
    status: 409,
    hint: 'Change or delete the project instead.',
  })

export const invalidBranchExpiry = (message: string) =>
  new AppError('invalid_branch_expiry', message, {
    status: 400,
    hint: `Send a time in the next ${MAX_BRANCH_DAYS} days, or null for none.`,
  })

/** 403: the caller may only change preview branches that are not protected. */
export const managersOnly = (what: string) =>
  forbidden(
    `Your role lacks the permission branch:manage, which ${what} needs.`,
    'Ask an owner or administrator of the organization.',
    'branch:manage',
  )
