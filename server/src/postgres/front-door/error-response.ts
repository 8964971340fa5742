import { AppError } from '../../lib/errors.ts'

/** A refusal as Postgres clients show it: `FATAL: message`, then DETAIL and HINT. */
export type Refusal = {
  readonly sqlState: string
  readonly message: string
  readonly detail?: string
  readonly hint?: string
}

/** SQLSTATEs of the front door's own refusals; see "PostgreSQL Error Codes". */
export const SQL_STATE = {
  rejected: '08004',
  protocolViolation: '08P01',
  featureNotSupported: '0A000',
  invalidAuthorization: '28000',
  tooManyConnections: '53300',
  cannotConnectNow: '57P03',
  adminShutdown: '57P01',
  timedOut: '57014',
  diskFull: '53100',
  internal: 'XX000',
} as const

/** The bytes of an ErrorResponse with severity FATAL, which ends the session. */
export function writeFatal({ sqlState, message, detail, hint }: Refusal): Buffer {
  const fields: [string, string | undefined][] = [
    ['S', 'FATAL'],
    ['V', 'FATAL'],
    ['C', sqlState],
    ['M', message],
    ['D', detail],
    ['H', hint],
  ]
  const text = fields
    .filter(([, value]) => value !== undefined)
    .map(([letter, value]) => `${letter}${(value ?? '').replaceAll('\0', '')}\0`)
    .join('')
  const body = Buffer.from(`${text}\0`, 'utf8')
  const head = Buffer.alloc(5)
  head.write('E', 0, 'latin1')
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** Translates the reason why a project could not be opened. Errors other than `AppError` are not revealed. */
export function refusalOf(error: unknown, ref: string): Refusal {
  if (!(error instanceof AppError))
    return {
      sqlState: SQL_STATE.internal,
      message: `project "${ref}" could not be reached`,
      hint: 'Try again. If it fails again, see the server log.',
    }
  if (error.code === 'project_not_found')
    return {
      sqlState: SQL_STATE.rejected,
      message: `there is no project "${ref}"`,
      detail: 'The reference comes from the user name, the option "reference" or the server name.',
      hint: 'Copy the connection string from the project\'s "Connect" panel: the user is postgres.<ref>.',
    }
  if (error.code === 'project_paused')
    return {
      sqlState: SQL_STATE.cannotConnectNow,
      message: `project "${ref}" is paused`,
      detail: error.message,
      hint: error.hint ?? 'Resume the project in the dashboard, then connect again.',
    }
  if (error.status === 503)
    return {
      sqlState: SQL_STATE.cannotConnectNow,
      message: `project "${ref}" is not ready`,
      detail: error.message,
      hint: error.hint ?? 'Connect again in a moment.',
    }
  return {
    sqlState: error.status === 507 ? SQL_STATE.diskFull : SQL_STATE.rejected,
    message: `project "${ref}" does not accept connections`,
    detail: error.message,
    ...(error.hint !== undefined && { hint: error.hint }),
  }
}
