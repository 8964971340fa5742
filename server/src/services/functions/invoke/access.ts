import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'

const unauthorized = (code: string, message: string, hint: string) =>
  new AppError(code, message, { status: 401, hint })

const HINT = 'Send an API key or an access token of the project as "Authorization: Bearer …".'

/**
 * Requires what a function with `verify_jwt` asks for: a valid token, or one of the project's opaque
 * keys, in `Authorization` or, without that, in `apikey`. Throws 401.
 */
export function requireToken(project: Project, headers: IncomingHttpHeaders, clock: Clock): void {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const { apikey } = headers
  const given = bearer ?? (typeof apikey === 'string' ? apikey : undefined)
  if (given === undefined)
    throw unauthorized('UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header', HINT)
  const { keys } = project
  const opaque = keys.findOpaqueKey(given)
  if (opaque) return keys.noteUse(opaque.id)
  const verified = keys.verify(given, clock.now())
  if (verified.state === 'expired')
    throw unauthorized('UNAUTHORIZED_EXPIRED_JWT', 'JWT expired', 'Refresh the session.')
  if (verified.state !== 'valid')
    throw unauthorized('UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT', HINT)
  const isLegacyKey =
    verified.kid === undefined &&
    (verified.claims['role'] === 'anon' || verified.claims['role'] === 'service_role')
  if (isLegacyKey && !keys.areLegacyKeysEnabled)
    throw unauthorized(
      'UNAUTHORIZED_LEGACY_JWT',
      'Legacy API keys are disabled',
      'Use a publishable or secret API key of the project.',
    )
}
