import { MAX_FOREIGN_SERVERS } from '@stoa/contract/services/wrappers/servers'
import { AppError } from '../../lib/errors.ts'
import { vaultNameTaken } from '../../project/vault-refusals.ts'
import { sqlstateOf } from '../../postgres/failures.ts'

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
const DUPLICATE_OBJECT = '42710'
const UNDEFINED_FILE = '58P01'
const UNSUPPORTED = '0A000'

/** The error for the member, if Postgres refused the service's change to a server. */
export function refusal(error: unknown, name: string): unknown {
  const state = sqlstateOf(error)
  if (state === LOCK_NOT_AVAILABLE) return busy(error)
  if (state === DUPLICATE_OBJECT) return nameTaken(name)
  if (state === UNIQUE_VIOLATION)
    return vaultNameTaken(
      `The vault already has a secret named foreign_server_${name}.`,
      'Select that secret, or delete it.',
      error,
    )
  if (state === UNDEFINED_FILE || state === UNSUPPORTED)
    return new AppError(
      'postgres_fdw_unavailable',
      'The Postgres of this project does not have the extension postgres_fdw.',
      {
        status: 409,
        hint: 'Ask the operator to install the contrib package of Postgres.',
        cause: error,
      },
    )
  return error
}

/** 502: a password or data would be sent without encryption, or to a server with an unverified identity. */
export const serverInsecure = (message: string, hint: string, cause?: unknown) =>
  new AppError('foreign_server_insecure', message, { status: 502, hint, cause })

export const serverNotFound = () =>
  new AppError('foreign_server_not_found', 'This foreign server does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the page.',
  })

export const nameTaken = (name: string) =>
  new AppError('foreign_server_name_taken', `A foreign server named ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name.',
  })

const busy = (cause: unknown) =>
  new AppError('foreign_server_busy', 'Another session uses the foreign server or its tables.', {
    status: 409,
    hint: 'End that session or wait until it has finished, then retry.',
    cause,
  })

export const tooMany = () =>
  new AppError(
    'too_many_foreign_servers',
    `A project can have at most ${MAX_FOREIGN_SERVERS} foreign servers.`,
    { status: 409, hint: 'Delete a server that is no longer used.' },
  )

export const inUse = (name: string, tables: number) =>
  new AppError(
    'foreign_server_in_use',
    `${tables} foreign ${tables === 1 ? 'table uses' : 'tables use'} the server ${name}.`,
    { status: 409, hint: 'Drop the tables first, or delete the server with its tables.' },
  )

export const disconnected = () =>
  new AppError(
    'foreign_server_disconnected',
    'This database is a copy, and copies do not use the credentials of foreign servers.',
    { status: 409, hint: 'Edit the server and save its password again.' },
  )

/** Rejects with the error for a person, if Postgres refused the work for a server. */
export const explained = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw refusal(error, name)
  })
