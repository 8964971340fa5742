import type { DiskUsage } from '@stoa/contract/platform/disk'
import { formatBytes } from '../../lib/quantities.ts'
import type { BannerContent } from './banner.tsx'

/** Explains what a project without disk space cannot do, and what to do about it. */
export function diskBanners(ref: string, disk: DiskUsage | undefined): BannerContent[] {
  if (!disk || disk.state === 'writable') return []
  const isClosed = disk.state === 'closed'
  return [
    {
      id: 'disk',
      kind: isClosed ? 'danger' : 'warning',
      title: isClosed ? 'Database connections are closed' : 'Database is read-only',
      text: `${usageOf(disk)} ${nextStepOf(disk)}`,
      link: { label: 'View disk usage', href: `/project/${ref}/settings/database#disk` },
    },
  ]
}

const usageOf = ({ cause, used_bytes, limit_bytes }: DiskUsage): string =>
  cause === 'server'
    ? 'The disk of this server is almost full.'
    : `The project uses ${formatBytes(used_bytes)} of its disk limit of ${formatBytes(limit_bytes)}.`

function nextStepOf({ cause, state }: DiskUsage): string {
  if (cause === 'server') return 'Ask the operator to free some space.'
  return state === 'closed'
    ? 'Ask the operator to raise the limit.'
    : 'Delete data to make it writable again.'
}
