import { COMPUTE_SIZE_IDS } from '../catalog/compute-sizes.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectStatus } from './projects.ts'

export const ComputeSizeId = z.enum(COMPUTE_SIZE_IDS)

/** A project's compute size, and what can be chosen instead. */
export const Compute = z.object({
  /** Null where the project shares the machine without limits of its own. */
  size: ComputeSizeId.nullable(),
  sizes: z.array(
    z.object({
      id: ComputeSizeId,
      /** Why it cannot be chosen now; null if it can. */
      unavailable: z.string().nullable(),
    }),
  ),
  /** Whether a project can be without a size. */
  allows_none: z.boolean(),
  /**
   * Whether the kernel limits the memory and processors of a size. Without, it sets Postgres's own
   * settings only.
   */
  is_limited: z.boolean(),
})
export type Compute = z.infer<typeof Compute>

const byRef = z.object({ ref: z.string() })

export const readCompute = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/compute',
  access: 'project:read',
  params: byRef,
  response: Compute,
})

/**
 * Changes the compute size. The database restarts with it, and requests wait for that; a paused
 * project starts with it when it is resumed. Returns 409 `size_too_large` for a size that the
 * machine does not have, and 402 `size_needs_plan` where plan limits are enforced.
 */
export const resizeProject = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/compute',
  access: 'project:update',
  params: byRef,
  body: z.object({ size: ComputeSizeId.nullable() }),
  response: Compute.extend({ status: ProjectStatus }),
})
