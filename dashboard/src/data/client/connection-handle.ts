import { hasErrorCode } from './api-error.ts'
import { isRecord } from './http.ts'

/** Where the handles come from that open a project's database to its members. */
export type ConnectionHandles = {
  /** The one that is known, read where none is; `isFresh` asks for another in its place. */
  read: (ref: string, options: { isFresh: boolean }) => Promise<string | null>
}

const METADATA = ['/platform/meta/', '/platform/pg-meta/']
const APPLICATION_NAME = 'stoa-dashboard'

type Target = { path: string; params: unknown; handles: ConnectionHandles | undefined }

/**
 * Sends a request with the headers it needs: a database-metadata call names this application and
 * carries its project's handle, which is read again, once, when the server takes it no more.
 */
export async function withConnectionHandle(
  { path, params, handles }: Target,
  send: (headers: Record<string, string>) => Promise<unknown>,
): Promise<unknown> {
  const ref = isRecord(params) ? params['ref'] : undefined
  const isMetadata = METADATA.some((prefix) => path.startsWith(prefix))
  if (!isMetadata || typeof ref !== 'string') return send({})
  const attempt = async (isFresh: boolean) => {
    const handle = (await handles?.read(ref, { isFresh })) ?? null
    return send({
      'x-application-name': APPLICATION_NAME,
      ...(handle !== null && { 'x-connection-encrypted': handle }),
    })
  }
  try {
    return await attempt(false)
  } catch (error) {
    if (!handles || !hasErrorCode(error, 'connection_handle_invalid')) throw error
    return attempt(true)
  }
}
