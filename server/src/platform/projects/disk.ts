import { projectNotFound } from '../../project/refusals.ts'
import type { DiskUsage } from '@stoa/contract/platform/disk'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findOrganizationOf } from './queries.ts'

/** A project's disk usage and limit. */
export async function readDisk({ fleet }: Pick<Context, 'fleet'>, ref: string): Promise<DiskUsage> {
  const { usedBytes, limitBytes, closedFromBytes, ...disk } = await fleet.disk(ref)
  const notWritable = disk.isClosed ? 'closed' : 'read_only'
  return {
    used_bytes: usedBytes,
    limit_bytes: limitBytes,
    closed_from_bytes: Math.round(closedFromBytes),
    state: disk.readOnlySince ? notWritable : 'writable',
    cause: disk.cause ?? null,
    read_only_since: disk.readOnlySince?.toISOString() ?? null,
  }
}

/** Changes the disk limit of a project of any organization. */
export async function setDiskLimit(
  context: Pick<Context, 'fleet' | 'session'>,
  actor: Actor,
  { ref, bytes }: { ref: string; bytes: number },
): Promise<DiskUsage> {
  const organization = await findOrganizationOf(context.session, ref)
  if (!organization) throw projectNotFound()
  await context.fleet.setDiskLimit(ref, bytes, (tx) =>
    audit(tx, actor, {
      action: 'project.set_disk_limit',
      on: { slug: organization.slug, ref },
      metadata: { limit_bytes: bytes },
    }),
  )
  return readDisk(context, ref)
}
