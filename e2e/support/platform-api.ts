import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StartedServer } from './server.ts'

/** Calls the platform API with the local operator's token. Throws on an error response. */
export async function askPlatform<T>(
  server: Pick<StartedServer, 'url' | 'dataDir'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  route: string,
  body?: unknown,
): Promise<T> {
  const token = await operatorToken(server)
  const response = await fetch(`${server.url}/platform${route}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${route}: ${await response.text()}`)
  return (await response.json()) as T
}

/** The token with which the operator on this machine calls the platform API. */
export async function operatorToken({ dataDir }: Pick<StartedServer, 'dataDir'>): Promise<string> {
  const file = await readFile(path.join(dataDir, 'operator.json'), 'utf8')
  const { token } = JSON.parse(file) as { token: string }
  return token
}
