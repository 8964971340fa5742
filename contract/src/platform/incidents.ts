import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { WebLink } from './values.ts'

export const IncidentStatus = z.enum(['investigating', 'identified', 'monitoring', 'resolved'])
export type IncidentStatus = z.infer<typeof IncidentStatus>

export const Incident = z.object({
  /** Unique within its source. */
  id: z.string(),
  title: z.string(),
  /**
   * The status page's own status text; one of `IncidentStatus` for an incident that an operator
   * declared.
   */
  status: z.string(),
  link: z.string().nullable(),
  /** An operator declared it, or the configured status feed contains it. */
  source: z.enum(['operator', 'feed']),
  started_at: z.string(),
  resolved_at: z.string().nullable(),
})
export type Incident = z.infer<typeof Incident>

/** The open incidents, the newest first. A status feed that cannot be read adds none. */
export const listIncidents = endpoint({
  method: 'GET',
  path: '/platform/incidents',
  access: 'public',
  response: z.object({
    incidents: z.array(Incident),
    /** The installation's external status page; null where none is configured. */
    status_page_url: z.string().nullable(),
  }),
})

/** Every incident that an operator declared, including resolved ones, the newest first. */
export const listAllIncidents = endpoint({
  method: 'GET',
  path: '/platform/installation/incidents',
  access: 'operator',
  response: z.array(Incident),
})

const title = z.string().trim().min(1).max(200)

export const declareIncident = endpoint({
  method: 'POST',
  path: '/platform/installation/incidents',
  access: 'operator',
  body: z.object({
    title,
    link: WebLink.nullable().default(null),
    status: IncidentStatus.exclude(['resolved']).default('investigating'),
  }),
  response: Incident,
  status: 201,
})

/** Changes an incident; `resolved` ends it, any other status reopens it. */
export const updateIncident = endpoint({
  method: 'PATCH',
  path: '/platform/installation/incidents/{id}',
  access: 'operator',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    title: title.optional(),
    link: WebLink.nullable().optional(),
    status: IncidentStatus.optional(),
  }),
  response: Incident,
})
