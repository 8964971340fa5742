import { sqlstateOf } from '../../postgres/failures.ts'
import type { Project } from '../../project/project.ts'
import type { MessageOptions } from '../../project/webhooks/deliver-webhook.ts'
import { headerUnreadable } from './errors.ts'
import { findSecretValue, moveEvents, readMessageFields } from './queries.ts'
import { ROLE } from './request-queries.ts'
import { OWN_HEADERS } from './send-request.ts'

/** Moves rows that triggers added to the outbox. Events of a deleted webhook are dropped. */
export async function collectEvents({ database }: Project): Promise<void> {
  await moveEvents(database.as(ROLE))
}

/** The URL and headers of a webhook's messages, with the values of secrets from the vault. */
export async function messageOptions(project: Project, id: string): Promise<MessageOptions> {
  const webhook = await readMessageFields(project.database.as(ROLE), id)
  const { url, timeoutMs } = webhook
  const headers: Record<string, string> = {}
  for (const header of webhook.headers)
    if (!OWN_HEADERS.has(header.name.toLowerCase()))
      headers[header.name.toLowerCase()] =
        'value' in header ? header.value : await readSecret(project, header.secret)
  if (!url.startsWith('/')) return { headers, timeoutMs, ownUrl: project.apiUrl }
  return {
    url: project.apiUrl + url,
    headers: { authorization: `Bearer ${project.keys.serviceRoleKey}`, ...headers },
    timeoutMs,
    ownUrl: project.apiUrl,
  }
}

async function readSecret(project: Project, name: string): Promise<string> {
  // The owner can read the vault; the service's role cannot.
  const secret = await findSecretValue(project.database.as('postgres'), name).catch(
    (cause: unknown) => {
      throw sqlstateOf(cause) === undefined ? cause : headerUnreadable(name, cause)
    },
  )
  if (secret) return secret.value
  throw headerUnreadable(name)
}
