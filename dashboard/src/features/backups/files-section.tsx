import type { FileCopy, ProjectBackups } from '@stoa/contract/platform/backups'
import { formatMoment } from '../../lib/dates.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

/** The files of the project in the store, which come back when a lost installation is recovered. */
export function FilesSection({ data: { is_enabled: isEnabled, files } }: { data: ProjectBackups }) {
  if (!isEnabled) return null
  return (
    <section aria-labelledby="files-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id="files-heading" className="text-lg font-semibold">
          Files
        </h2>
        <p className="text-pretty text-muted">
          Objects of file storage and the code of functions are copied while the project is in use.
          They come back when the whole installation is recovered. A restore of the project changes
          only its database.
        </p>
      </div>
      <p>{textOf(files)}</p>
      {files?.failure != null && (
        <Callout type="danger" title="The files could not be copied the last time">
          {files.failure}
        </Callout>
      )}
    </section>
  )
}

function textOf(files: FileCopy | null): string {
  if (files?.copied_at == null) return 'No files have been copied yet.'
  const amount = `${formatCount(files.files)} ${files.files === 1 ? 'file' : 'files'}`
  return `${amount} (${formatBytes(files.size_bytes)}). The last change was copied on ${formatMoment(files.copied_at)}.`
}
