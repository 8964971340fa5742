import type { Snippet } from '@stoa/contract/platform/content'
import { MAX_FOLDER_DEPTH } from '@stoa/contract/platform/content-folders'
import { AppError } from '../../lib/errors.ts'
import { MAX_FOLDERS, MAX_SNIPPET_BYTES, MAX_SNIPPETS } from './limits.ts'

export const snippetNotFound = (): AppError =>
  new AppError('snippet_not_found', 'This snippet does not exist.', {
    status: 404,
    hint: 'It may have been deleted, or belong to somebody who has not shared it.',
  })

export const snippetChanged = (stored: Snippet): AppError =>
  new AppError('snippet_changed', 'This snippet has been changed elsewhere.', {
    status: 409,
    hint: 'Reload it, or save yours under another name.',
    details: stored,
  })

export const snippetReadOnly = (): AppError =>
  new AppError('snippet_read_only', 'Your role can read shared queries but not change them.', {
    status: 403,
    hint: 'Duplicate the query and change your copy.',
  })

export const snippetNotOwn = (): AppError =>
  new AppError('snippet_not_own', 'Only its author can make a shared query private.', {
    status: 403,
    hint: 'Duplicate it to have a private copy.',
  })

export const snippetIdTaken = (): AppError =>
  new AppError('snippet_id_taken', 'Another shared query has the same id.', {
    status: 409,
    hint: 'Duplicate the query, and share the copy.',
  })

export const tooManySnippets = (): AppError =>
  new AppError('too_many_snippets', `You already have ${MAX_SNIPPETS} queries in this project.`, {
    status: 409,
    hint: 'Delete some. Deleted queries count for 30 days.',
  })

export const snippetsTooLarge = (): AppError =>
  new AppError(
    'snippets_too_large',
    `Your queries in this project exceed ${MAX_SNIPPET_BYTES / 1_000_000} MB.`,
    { status: 409, hint: 'Delete large queries, or store their data in a table or a bucket.' },
  )

export const reportInvalid = (reason: string): AppError =>
  new AppError('report_invalid', `This text is not a report: ${reason}`, {
    status: 400,
    hint: 'Send a JSON object with range, refresh_seconds and blocks.',
  })

export const versionNotFound = (): AppError =>
  new AppError('snippet_version_not_found', 'This version is no longer kept.', {
    status: 404,
    hint: 'Reload the list of versions.',
  })

export const folderNotFound = (): AppError =>
  new AppError('folder_not_found', 'This folder does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list of queries.',
  })

export const folderExists = (name: string): AppError =>
  new AppError('folder_exists', `There is already a folder named ${name} here.`, {
    status: 409,
    hint: 'Choose another name.',
  })

export const folderInItself = (): AppError =>
  new AppError('folder_in_itself', 'A folder cannot be moved into itself.', {
    status: 400,
    hint: 'Choose a folder outside it.',
  })

export const folderTooDeep = (): AppError =>
  new AppError('folder_too_deep', `Folders can have at most ${MAX_FOLDER_DEPTH} levels.`, {
    status: 400,
    hint: 'Choose a folder closer to the top.',
  })

export const tooManyFolders = (): AppError =>
  new AppError('too_many_folders', `There are already ${MAX_FOLDERS} folders.`, {
    status: 409,
    hint: 'Delete folders that are no longer needed.',
  })
