import { changeObject } from '@stoa/contract/services/meta/object-changes'
import type { Replaced } from '@stoa/contract/services/meta/query'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../../lib/http.ts'
import type { Runs } from '../query/runs.ts'
import { watchClient } from '../query/watch-client.ts'
import {
  changeEventTrigger,
  isEventTriggerChange,
  type EventTriggerChange,
} from './change-event-trigger.ts'
import { applyChange, describeChange, previewChange } from './change-object.ts'

/** Previews and makes changes of database objects. */
export const objectChangeRoutes = (runs: Runs): Route[] => [
  route(changeObject).to(async ({ request, body: { dry_run: isPreview, ...body } }) => {
    if (isPreview) return describeChange(request.project, body.change)
    if (isEventTriggerChange(body.change))
      return { statements: await applyEventTrigger(request, { ...body, change: body.change }) }
    const { signal, release } = watchClient(request)
    try {
      return { statements: await applyChange(runs, request, { ...body, signal }) }
    } finally {
      release()
    }
  }),
]

const ACTIONS = {
  create_event_trigger: 'event_trigger.create',
  alter_event_trigger: 'event_trigger.update',
  drop_event_trigger: 'event_trigger.delete',
}

type EventTriggerBody = {
  readonly change: EventTriggerChange
  readonly replaces?: Replaced | undefined
}

async function applyEventTrigger(
  request: FastifyRequest,
  { change, replaces }: EventTriggerBody,
): Promise<string[]> {
  const statements = await previewChange(request.project, change)
  const seen = replaces?.kind === 'comment' ? replaces : undefined
  const name = await changeEventTrigger(request, change, seen)
  await request.recordAudit({ action: ACTIONS[change.kind], target: name })
  return statements
}
