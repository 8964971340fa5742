import type { StorageBucket } from '@stoa/contract/services/storage/members'
import { storageSettings } from '@stoa/contract/operations/services/storage/settings'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../data/client/api-error.ts'
import { useSettings } from '../../../data/resources/services/data-api/settings.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import type { Upload } from './upload-queue.ts'

/** Whether the server rejected the file because of its size. */
export const isTooLarge = ({ state, error }: Upload): boolean =>
  state === 'failed' && error instanceof ApiError && error.code === 413

type SizeLimitProps = { projectRef: string; bucket: StorageBucket }

/** Why a file was too large: the bucket's limit or, if it is lower, the project's. */
export function SizeLimit({ projectRef, bucket }: SizeLimitProps) {
  const { data: settings } = useSettings(projectRef, storageSettings)
  const ofBucket = bucket.file_size_limit
  const ofProject = settings?.file_size_limit
  const params = { ref: projectRef }
  if (ofBucket && (ofProject === undefined || ofBucket <= ofProject)) {
    return (
      <span className="text-danger-text">
        Larger than the bucket’s limit of {formatBytes(ofBucket)}.{' '}
        <Link to="/project/$ref/storage" params={params} className="underline">
          Edit bucket
        </Link>
      </span>
    )
  }
  return (
    <span className="text-danger-text">
      Larger than the project’s limit
      {ofProject === undefined ? '' : ` of ${formatBytes(ofProject)}`}.{' '}
      <Link to="/project/$ref/storage/settings" params={params} className="underline">
        Change limit
      </Link>
    </span>
  )
}
