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

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** The mails of the platform to an address, newest first. Without a mail server, it keeps them. */
export async function mailsTo(
  server: Pick<StartedServer, 'url' | 'dataDir'>,
  email: string,
): Promise<Mail[]> {
  const mails = await askPlatform<Mail[]>(server, 'GET', '/installation/mailbox')
  return mails.filter(({ to }) => to === email)
}

/** The link and the code of a mail; empty where it has none. */
export const partsOf = ({ text }: Mail): { link: string; code: string } => ({
  link: /https?:\S+/.exec(text)?.[0] ?? '',
  code: /code: (\d+)/.exec(text)?.[1] ?? '',
})

/** The token with which the operator on this machine calls the platform API. */
export async function operatorToken({ dataDir }: Pick<StartedServer, 'dataDir'>): Promise<string> {
  const file = await readFile(path.join(dataDir, 'operator.json'), 'utf8')
  const { token } = JSON.parse(file) as { token: string }
  return token
}
