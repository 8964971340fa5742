import { useCan } from '../../data/resources/platform/projects.ts'
import { useStorageUsage } from '../../data/resources/services/storage/buckets.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Progress } from '../../ui/feedback/progress.tsx'

/** The bar warns above this ratio. */
const NEARLY_FULL = 0.8

/** How much of the project's storage its files use. Shows nothing until that is known. */
export function StorageUsage({ projectRef }: { projectRef: string }) {
  const isAllowed = useCan(projectRef)('storage:read')
  const { data } = useStorageUsage(projectRef, { enabled: isAllowed })
  if (!data) return null
  const part = data.limit_bytes === 0 ? 1 : data.stored_bytes / data.limit_bytes
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="text-xs text-muted tabular-nums">
        {formatBytes(data.stored_bytes)} of {formatBytes(data.limit_bytes)} used
        {part >= 1 && '. Uploads are rejected until you delete files.'}
      </p>
      <Progress
        label="Storage used"
        value={Math.min(part, 1) * 100}
        tone={toneOf(part)}
        className="w-40"
      />
    </div>
  )
}

function toneOf(part: number) {
  if (part >= 1) return 'danger'
  return part >= NEARLY_FULL ? 'warning' : 'accent'
}
