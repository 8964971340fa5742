import type { StorageObject } from '@stoa/contract/services/storage/members'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formProblem } from '../../../components/form/form-problem.ts'
import { QueryError } from '../../../components/query-error.tsx'
import {
  canStreamZip,
  chooseZipTarget,
  MOST_ZIP_IN_MEMORY,
  writeZip,
  type ZippedFile,
} from '../../../data/client/zip-download.ts'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { downloadBlob, safeFileName } from '../../../lib/download-blob.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Entry } from './entries.ts'
import { objectsOf } from './objects-of.ts'
import { baseName } from './paths.ts'
import { zipNames } from './zip-names.ts'

type ZipDialogProps = {
  bucket: string
  /** The folder that contains the entries. */
  folder: string
  entries: readonly Entry[]
  verbs: ObjectVerbs
  onClose: () => void
}

/** Files per signing request; each is signed shortly before it is read. */
const SIGNED_TOGETHER = 100
const URL_SECONDS = 24 * 3600

/** Downloads files and folders as one archive, which the browser builds. */
export function ZipDialog({ bucket, folder, entries, verbs, onClose }: ZipDialogProps) {
  const [listed, setListed] = useState(0)
  const [key] = useState(randomId)
  const list = useQuery({
    queryKey: ['zip', key],
    queryFn: ({ signal }) => objectsOf(verbs, entries, { signal, onCount: setListed }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const objects = list.data ?? []
  const size = objects.reduce((sum, object) => sum + (object.size ?? 0), 0)
  const isTooLarge = size > MOST_ZIP_IN_MEMORY && !canStreamZip()
  const archive = `${archiveName(entries, folder, bucket)}.zip`

  const [done, setDone] = useState({ files: 0, bytes: 0 })
  const [transfer, setTransfer] = useState<AbortController>()
  useEffect(() => () => transfer?.abort(), [transfer])
  const download = useMutation({
    mutationFn: async () => {
      const target = await chooseZipTarget(safeFileName(archive))
      const controller = new AbortController()
      setTransfer(controller)
      setDone({ files: 0, bytes: 0 })
      const missing: string[] = []
      const content = await writeZip(zippedFiles(objects, { folder, verbs, missing }), {
        target,
        signal: controller.signal,
        onProgress: setDone,
      })
      if (content) downloadBlob({ content, fileName: archive })
      return missing
    },
    onSuccess: (missing) => {
      toast.success(`${archive} downloaded`, {
        ...(missing.length > 0 && {
          description: `${formatCount(missing.length)} ${missing.length === 1 ? 'file was' : 'files were'} deleted in the meantime.`,
        }),
      })
      onClose()
    },
  })
  const isRefused = download.error !== null && download.error.name !== 'AbortError'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Download ${archive}`}>
        <DialogForm
          className="grid gap-3"
          submitLabel="Download"
          isDirty={false}
          pending={download.isPending}
          failure="Could not download the files"
          problem={isRefused ? formProblem(download.error) : undefined}
          canSubmit={objects.length > 0 && !isTooLarge}
          onSubmit={() => download.mutate()}
          onCancel={onClose}
        >
          {list.error && (
            <QueryError
              error={list.error}
              title="Could not list the files"
              onRetry={() => void list.refetch()}
            />
          )}
          {isTooLarge && (
            <ErrorState
              title="Too large for this browser"
              message={`This browser can download up to ${formatBytes(MOST_ZIP_IN_MEMORY)} at once. Select fewer files, or use an S3 client.`}
            />
          )}
          {!list.error && (
            <output className="text-muted tabular-nums">
              {summary({ isListing: list.isPending, listed, objects, size })}
            </output>
          )}
          {download.isPending && (
            <>
              <Progress
                label={`Download of ${archive}`}
                value={size === 0 ? 0 : (done.bytes / size) * 100}
              />
              <p className="text-xs text-muted tabular-nums">
                {formatCount(done.files)} of {formatCount(objects.length)} files,{' '}
                {formatBytes(done.bytes)} of {formatBytes(size)}
              </p>
            </>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

type Summary = {
  isListing: boolean
  listed: number
  objects: readonly StorageObject[]
  size: number
}

function summary({ isListing, listed, objects, size }: Summary): string {
  if (isListing) return listed === 0 ? 'Listing files…' : `Listing files… ${formatCount(listed)}`
  if (objects.length === 0) return 'There are no files to download.'
  return `${formatCount(objects.length)} ${objects.length === 1 ? 'file' : 'files'}, ${formatBytes(size)}`
}

/** The name of the only folder, or of the folder that contains the entries. */
function archiveName(entries: readonly Entry[], folder: string, bucket: string): string {
  const [only] = entries
  const isOne = entries.length === 1 && only !== undefined
  return (isOne ? baseName(only.name) : baseName(folder)) || bucket
}

type ZippedFilesOptions = {
  folder: string
  verbs: Pick<ObjectVerbs, 'sign'>
  /** Called with the names of files that no longer exist. */
  missing: string[]
}

async function* zippedFiles(
  objects: readonly StorageObject[],
  { folder, verbs, missing }: ZippedFilesOptions,
): AsyncGenerator<ZippedFile> {
  const names = zipNames(
    objects.map(({ name }) => name),
    folder,
  )
  for (let start = 0; start < objects.length; start += SIGNED_TOGETHER) {
    const batch = objects.slice(start, start + SIGNED_TOGETHER)
    const urls = await verbs.sign(
      batch.map(({ name }) => name),
      URL_SECONDS,
    )
    for (const [index, { name, updated_at }] of batch.entries()) {
      const url = urls.get(name)
      if (url === undefined) missing.push(name)
      else yield { name: names[start + index] ?? name, modified: new Date(updated_at), url }
    }
  }
}
