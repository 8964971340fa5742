import type { FileCopy, ProjectBackups } from '@stoa/contract/platform/backups'
import { formatMoment } from '../../lib/dates.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** The files of the project in the store. They come back when a lost installation is recovered. */
export function FilesSection({ data: { is_enabled: isEnabled, files } }: { data: ProjectBackups }) {
  if (!isEnabled) return null
  return (
    <Section
      title="Files"
      description="Objects of file storage and the code of functions are copied while the project is in use. They come back when the whole installation is recovered; a restore of the database doesn’t change them."
    >
      <p>{textOf(files)}</p>
      {files?.failure != null && (
        <Callout type="danger" title="The files could not be copied the last time">
          {files.failure}
        </Callout>
      )}
    </Section>
  )
}

function textOf(files: FileCopy | null): string {
  if (files?.copied_at == null) return 'No files have been copied yet.'
  const amount = `${formatCount(files.files)} ${files.files === 1 ? 'file' : 'files'} (${formatBytes(files.size_bytes)})`
  return `${amount}, last changed and copied ${formatMoment(files.copied_at)}.`
}
