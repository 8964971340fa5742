import { CONNECTION_HANDLE, isDatabaseMetadata } from '@stoa/contract/platform/connection-handle'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { personOf } from '../person.ts'

export type ConnectionHandles = {
  /** A handle for one person and one project, valid for an hour. */
  issue(ref: string, userId: string): string
  /**
   * Refuses a person's database-metadata request without a handle of theirs for its project: 400
   * `connection_handle_missing` or `connection_handle_invalid`. Every other request passes.
   */
  require(request: FastifyRequest): void
}

const LIFETIME_MS = 3600 * 1000
/** The text that SPEC 5 prescribes. */
const MESSAGE = 'API Error: happened while trying to acquire connection to the database'

/**
 * The encrypted handles of database-metadata requests: an expiry time, sealed for one project and
 * one person with a key derived from the installation's.
 */
export function createConnectionHandles(deps: {
  installationKey: Buffer
  clock: Clock
}): ConnectionHandles {
  const box = createSecretBox(deps.installationKey, 'connection-handle')
  const contextOf = (ref: string, userId: string) => `${ref} ${userId}`

  function isGood(handle: string, context: string): boolean {
    try {
      const end = Number(box.open(Buffer.from(handle, 'base64url'), context))
      return end > deps.clock.now().getTime()
    } catch (error) {
      if (error instanceof AppError && error.code === 'secret_unreadable') return false
      throw error
    }
  }

  return {
    issue(ref, userId) {
      const end = deps.clock.now().getTime() + LIFETIME_MS
      return box.seal(String(end), contextOf(ref, userId)).toString('base64url')
    },
    require({ routeOptions, member, headers, params }) {
      if (!isDatabaseMetadata(routeOptions.url ?? '')) return
      // The operator credential has more rights than any handle.
      if (member.kind === 'operator_credential') return
      const { userId } = personOf(member)
      const handle = headers[CONNECTION_HANDLE]
      if (typeof handle !== 'string' || handle === '')
        throw new AppError('connection_handle_missing', MESSAGE, {
          status: 400,
          hint: `Send the project's connection_handle as ${CONNECTION_HANDLE}.`,
        })
      const { ref } = params as { ref: string }
      if (isGood(handle, contextOf(ref, userId))) return
      throw new AppError('connection_handle_invalid', MESSAGE, {
        status: 400,
        hint: 'Read the project again and send its new connection_handle.',
      })
    },
  }
}
