import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RestoreTarget } from './backups.ts'

/** A database with the data that a project had at a moment, beside the project. It can only be read. */
export const Look = z.object({
  /** The moment whose data it has. */
  moment: z.string(),
  /**
   * The backup is copied, its changes are replayed, then it is open. `ended` says why it is over
   * until somebody closes it.
   */
  phase: z.enum(['copying', 'replaying', 'open', 'ending', 'ended']),
  started_at: z.string(),
  opened_at: z.string().nullable(),
  /** When it ends unless somebody uses it; null until it is open. */
  ends_at: z.string().nullable(),
  /** Why it is over; null unless it is `ended`. */
  end: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
})
export type Look = z.infer<typeof Look>

const byRef = z.object({ ref: z.string() })

/** The look at an earlier moment of the project, if there is one. Wakes nothing. */
export const readLook = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/look',
  access: 'backup:read',
  params: byRef,
  response: z.object({ look: Look.nullable() }),
})

/**
 * Restores a moment beside the project, where it can be read. Returns 409 `moment_unreachable`, 402
 * `plan_too_small`, 409 `look_exists` while another one is open, 429 `too_many_looks`, and 507
 * `disk_full`.
 */
export const openLook = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/look',
  access: 'backup:create',
  params: byRef,
  body: z.object({ target: RestoreTarget }),
  response: z.object({ look: Look }),
  status: 202,
})

/** Closes the look, or cancels one that is not open yet. Returns 404 `look_not_found` without one. */
export const closeLook = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/look',
  access: 'backup:create',
  params: byRef,
  response: z.object({}),
})
