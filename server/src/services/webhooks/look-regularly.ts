import type { Project } from '../../project/project.ts'
import type { WebhookOutbox } from '../../project/webhooks/outbox.ts'
import { NAME } from './request-worker.ts'

const LOOK_MS = 200

/**
 * Looks for committed events. A notification from each transaction would make commits wait for each
 * other, which halves the rate at which a table can be written.
 */
export function lookRegularly(project: Project, outbox: WebhookOutbox): NodeJS.Timeout {
  let isLooking = false
  return setInterval(() => {
    if (isLooking) return
    isLooking = true
    outbox
      .look(project)
      .catch((error: unknown) =>
        project.log(NAME).warn({ error: String(error) }, 'Could not read the outbox.'),
      )
      .finally(() => (isLooking = false))
  }, LOOK_MS)
}
