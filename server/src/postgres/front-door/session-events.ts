import type { Refusal } from './error-response.ts'
import type { Startup } from './startup-message.ts'

/** A change of a client's connection to a project. */
export type SessionEvent = {
  readonly ref: string
  readonly kind: 'connected' | 'refused' | 'disconnected'
  readonly message: string
  readonly source: string
  readonly user: string | undefined
  readonly database: string | undefined
}

/** Reports one connection, once its project is known to exist: anybody can name one. */
export function createSessionReport(
  source: string,
  onEvent: ((event: SessionEvent) => void) | undefined,
) {
  let login: Pick<SessionEvent, 'ref' | 'user' | 'database'> | undefined
  let wasConnected = false
  const report = (kind: SessionEvent['kind'], message: string) =>
    login && onEvent?.({ ...login, kind, message, source })
  return {
    /** The project of the connection is running. */
    opened(ref: string, { parameters }: Startup): void {
      login = { ref, user: parameters.get('user'), database: parameters.get('database') }
    },
    connected(): void {
      wasConnected = true
      report('connected', 'Connection established')
    },
    refused({ message, sqlState }: Refusal): void {
      report('refused', `Connection refused: ${message} (SQLSTATE ${sqlState})`)
    },
    closed(): void {
      const reason = wasConnected ? '' : ' before the client had signed in'
      report('disconnected', `Connection closed${reason}`)
    },
  }
}
