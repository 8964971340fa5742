import type { StorageBucket } from '@stoa/contract/services/storage/members'
import { Link } from '@tanstack/react-router'
import { Shield } from 'lucide-react'
import { useStorageTables } from '../../../data/resources/services/meta/policies.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { policiesOf } from './policy-groups.ts'

type PolicyCountProps = {
  projectRef: string
  bucket: Pick<StorageBucket, 'id' | 'public'>
  className?: string
}

/** How many policies apply to the files of a bucket, as a link to them. */
export function PolicyCount({ projectRef, bucket, className }: PolicyCountProps) {
  const isAllowed = useCan(projectRef)('database:read')
  const { data } = useStorageTables(projectRef, { enabled: isAllowed })
  if (!data) return null
  const count = policiesOf(data.objects.policies, bucket.id).length
  return (
    <Tooltip content={meaning(count, bucket.public)}>
      <Link
        to="/project/$ref/storage/policies"
        params={{ ref: projectRef }}
        search={{ search: bucket.id }}
        className={classNames(
          'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-xs whitespace-nowrap text-muted hover:bg-hover hover:text-text',
          className,
        )}
      >
        <Shield className="size-3.5" />
        {count === 0
          ? 'No policies'
          : `${formatCount(count)} ${count === 1 ? 'policy' : 'policies'}`}
      </Link>
    </Tooltip>
  )
}

function meaning(count: number, isPublic: boolean): string {
  if (count > 0) return 'Policies decide which files API clients can access'
  return isPublic
    ? 'API clients can download files, but not list, upload, or change them'
    : 'API clients can’t access the files without a secret key or a signed URL'
}
