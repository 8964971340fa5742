import type { CountedBucket } from '@stoa/contract/services/storage/members'
import { MAX_COUNTED_OBJECTS } from '@stoa/contract/services/storage/members'
import {
  useDeleteBucket,
  useEmptyBucket,
} from '../../../data/resources/services/storage/buckets.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

type BucketDialogProps = { projectRef: string; bucket: CountedBucket; onClose: () => void }

/** `3`, or `10,000+` if the server stopped counting. */
export const countText = (count: number): string =>
  count >= MAX_COUNTED_OBJECTS ? `${formatCount(MAX_COUNTED_OBJECTS)}+` : formatCount(count)

const filesText = (count: number) => `${countText(count)} ${count === 1 ? 'file' : 'files'}`

const progressText = (empty: { isPending: boolean; deleted: number }): string | undefined =>
  empty.isPending && empty.deleted > 0
    ? `${formatCount(empty.deleted)} files deleted so far.`
    : undefined

export function EmptyBucketDialog({ projectRef, bucket, onClose }: BucketDialogProps) {
  const empty = useEmptyBucket(projectRef)
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Empty ${bucket.id}`}
      description={
        progressText(empty) ??
        `Deletes all files of the bucket (${filesText(bucket.object_count)}) and keeps the bucket. This can’t be undone.`
      }
      confirmLabel="Empty bucket"
      typedName={bucket.id}
      loading={empty.isPending}
      onCancel={onClose}
      onConfirm={() => empty.mutate(bucket.id, { onSettled: onClose })}
    />
  )
}

/** Deletes a bucket together with its files. */
export function DeleteBucketDialog({ projectRef, bucket, onClose }: BucketDialogProps) {
  const empty = useEmptyBucket(projectRef, { isSilent: true })
  const remove = useDeleteBucket(projectRef)
  const isEmpty = bucket.object_count === 0
  const removeAll = async () => {
    if (!isEmpty) await empty.mutateAsync(bucket.id)
    await remove.mutateAsync(bucket.id)
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${bucket.id}`}
      description={
        progressText(empty) ??
        (isEmpty
          ? 'The bucket is empty. Its settings are deleted. This can’t be undone.'
          : `Deletes the bucket and its ${filesText(bucket.object_count)}. Their URLs stop working. This can’t be undone.`)
      }
      confirmLabel="Delete bucket"
      typedName={bucket.id}
      loading={empty.isPending || remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        void removeAll()
          .catch(() => undefined)
          .finally(onClose)
      }
    />
  )
}
