import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { bearerToken, createTokenResolver } from '../../../project/resolve-caller.ts'

const unauthorized = (code: string, message: string, hint: string) =>
  new AppError(code, message, { status: 401, hint })

const HINT = 'Send an API key or an access token of the project as "Authorization: Bearer …".'

/**
 * Requires the credentials of a function with `verify_jwt`: a valid token, or one of the project's
 * opaque keys, in `Authorization` or, without that, in `apikey`. Throws 401.
 */
export type RequireToken = (project: Project, headers: IncomingHttpHeaders) => void

export function createRequireToken(clock: Clock): RequireToken {
  const { resolve } = createTokenResolver(clock)
  return ({ keys }, headers) => {
    const { apikey } = headers
    const text =
      bearerToken(headers.authorization) ?? (typeof apikey === 'string' ? apikey : undefined)
    if (text === undefined)
      throw unauthorized('UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header', HINT)
    try {
      resolve(keys, text)
    } catch (error) {
      throw error instanceof AppError ? refusalOf(error) : error
    }
  }
}

function refusalOf({ code }: AppError): AppError {
  if (code === 'jwt_expired')
    return unauthorized('UNAUTHORIZED_EXPIRED_JWT', 'JWT expired', 'Refresh the session.')
  if (code === 'legacy_api_keys_disabled')
    return unauthorized(
      'UNAUTHORIZED_LEGACY_JWT',
      'Legacy API keys are disabled',
      'Use a publishable or secret API key of the project.',
    )
  return unauthorized('UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT', HINT)
}
