import type { ApiKeyKind } from '@stoa/contract/platform/keys'
import { AppError } from '../../lib/errors.ts'

export const apiKeyNotFound = () =>
  new AppError('api_key_not_found', 'This API key does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list of API keys.',
  })

export const signingKeyNotFound = () =>
  new AppError('signing_key_not_found', 'This signing key does not exist.', {
    status: 404,
    hint: 'It may have been deleted already. Reload the page.',
  })

export const nameTaken = (kind: ApiKeyKind, name: string) =>
  new AppError('api_key_name_taken', `A ${kind} key named ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name, or delete that key first.',
  })

export const lastOne = (kind: ApiKeyKind) =>
  new AppError('last_api_key', `This is the project's last ${kind} key.`, {
    status: 409,
    hint: 'Create another key first, then delete this one.',
  })

export const tooMany = (code: string, most: number, what: string) =>
  new AppError(code, `A project can have at most ${most} ${what}.`, {
    status: 409,
    hint: 'Delete an unused one first.',
  })

export const standbyExists = () =>
  new AppError('standby_key_exists', 'A standby key already exists.', {
    status: 409,
    hint: 'Rotate to it or revoke it first.',
  })

export const alreadyKnown = () =>
  new AppError('signing_key_known', 'The project already has this key.', {
    status: 409,
    hint: 'If it was revoked, delete it first to import it again.',
  })
