import { CONNECTION_HANDLE, isDatabaseMetadata } from '@stoa/contract/platform/connection-handle'
import { hasErrorCode } from './api-error.ts'
import { isRecord } from './http.ts'

/** Reads the connection handles that give members access to a project's database. */
export type ConnectionHandles = {
  /**
   * Returns the cached handle, or fetches one if there is none or if `isFresh` asks for a new one.
   */
  read: (ref: string, options: { isFresh: boolean }) => Promise<string | null>
}

const APPLICATION_NAME = 'stoa-dashboard'

type Target = { path: string; params: unknown; handles: ConnectionHandles | undefined }

/**
 * Sends a request with the headers it needs. A database-metadata call sends this application's name
 * and its project's handle. If the server rejects the handle, it is fetched again once.
 */
export async function withConnectionHandle<Answer>(
  { path, params, handles }: Target,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const ref = isRecord(params) ? params['ref'] : undefined
  if (!isDatabaseMetadata(path) || typeof ref !== 'string') return send({})
  const attempt = async (isFresh: boolean) => {
    const handle = (await handles?.read(ref, { isFresh })) ?? null
    return send({
      'x-application-name': APPLICATION_NAME,
      ...(handle !== null && { [CONNECTION_HANDLE]: handle }),
    })
  }
  try {
    return await attempt(false)
  } catch (error) {
    if (!handles || !hasErrorCode(error, 'connection_handle_invalid')) throw error
    return attempt(true)
  }
}
