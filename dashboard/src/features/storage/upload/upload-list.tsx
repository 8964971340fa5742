import { RotateCw, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { baseName } from '../explorer/paths.ts'
import { isOpen, type Resolution, type Upload, type UploadQueue } from './upload-queue.ts'

/** At most so many rows are drawn: what needs an answer first, then what runs. */
const MOST_ROWS = 100
const RANK = { conflict: 0, failed: 1, uploading: 2, waiting: 3, canceled: 4, done: 5 }

export const useUploads = (queue: UploadQueue): readonly Upload[] =>
  useSyncExternalStore(queue.subscribe, queue.uploads)

/** The uploads of this visit with their progress, below the list of files. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const uploads = useUploads(queue)
  if (uploads.length === 0) return null
  const conflicts = uploads.filter(({ state }) => state === 'conflict')
  const shown = uploads.toSorted((a, b) => RANK[a.state] - RANK[b.state]).slice(0, MOST_ROWS)
  const isBusy = uploads.some(({ state }) => isOpen(state))
  return (
    <section aria-label="Uploads" className="shrink-0 border-t bg-raised">
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
        <output className="min-w-0 flex-1 truncate font-medium tabular-nums">
          {summaryOf(uploads)}
        </output>
        {conflicts.length > 1 && (
          <ConflictButtons
            label={`For all ${formatCount(conflicts.length)}:`}
            onResolve={(resolution) =>
              queue.resolve(
                conflicts.map(({ id }) => id),
                resolution,
              )
            }
          />
        )}
        {isBusy ? (
          <Button size="sm" onClick={() => queue.cancelAll()}>
            Cancel all
          </Button>
        ) : (
          <Button size="sm" onClick={() => queue.clear()}>
            Close
          </Button>
        )}
      </header>
      <ul className="max-h-48 divide-y overflow-y-auto border-t">
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} queue={queue} />
        ))}
      </ul>
    </section>
  )
}

function summaryOf(uploads: readonly Upload[]): string {
  const kept = uploads.filter(({ state }) => state !== 'canceled')
  const done = kept.filter(({ state }) => state === 'done').length
  const failed = kept.filter(({ state }) => state === 'failed').length
  const sent = kept.reduce((sum, upload) => sum + upload.sent, 0)
  const size = kept.reduce((sum, { file }) => sum + file.size, 0)
  const files = `${formatCount(done)} of ${formatCount(kept.length)} ${kept.length === 1 ? 'file' : 'files'} uploaded`
  const bytes = done < kept.length ? `, ${formatBytes(sent)} of ${formatBytes(size)}` : ''
  return `${files}${bytes}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { id, name, file, state, sent } = upload
  const percent = file.size === 0 ? 0 : (sent / file.size) * 100
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-xs">
      <span className="min-w-24 flex-1 truncate font-mono" title={name}>
        {baseName(name)}
      </span>
      {state === 'uploading' && (
        <Progress label={`Upload of ${name}`} value={percent} className="w-24 sm:w-40" />
      )}
      {state === 'conflict' ? (
        <ConflictButtons
          label="A file with this name exists."
          subject={name}
          onResolve={(resolution) => queue.resolve([id], resolution)}
        />
      ) : (
        <span
          className={state === 'failed' ? 'text-danger-text' : 'text-muted tabular-nums'}
          title={state === 'failed' ? errorMessage(upload.error) : undefined}
        >
          {stateText(upload)}
        </span>
      )}
      {isOpen(state) && state !== 'conflict' && (
        <IconButton label={`Cancel ${name}`} size="sm" onClick={() => queue.cancel(id)}>
          <X className="size-3.5" />
        </IconButton>
      )}
      {(state === 'failed' || state === 'canceled') && (
        <IconButton label={`Upload ${name} again`} size="sm" onClick={() => queue.retry(id)}>
          <RotateCw className="size-3.5" />
        </IconButton>
      )}
    </li>
  )
}

function stateText({ state, sent, file, error }: Upload): string {
  if (state === 'uploading') return `${formatBytes(sent)} of ${formatBytes(file.size)}`
  if (state === 'failed') return `Failed: ${errorMessage(error)}`
  if (state === 'waiting') return 'Waiting'
  return state === 'done' ? formatBytes(file.size) : 'Canceled'
}

type ConflictButtonsProps = {
  label: string
  subject?: string
  onResolve: (resolution: Resolution) => void
}

const CHOICES = [
  { resolution: 'replace', label: 'Replace' },
  { resolution: 'rename', label: 'Keep both' },
  { resolution: 'skip', label: 'Skip' },
] as const

function ConflictButtons({ label, subject, onResolve }: ConflictButtonsProps) {
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-xs">
      <span className="text-warning-text">{label}</span>
      {CHOICES.map(({ resolution, label: text }) => (
        <Button
          key={resolution}
          size="sm"
          {...(subject !== undefined && { 'aria-label': `${text} ${subject}` })}
          onClick={() => onResolve(resolution)}
        >
          {text}
        </Button>
      ))}
    </span>
  )
}
