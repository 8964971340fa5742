import {
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  Pause,
  Play,
  RotateCw,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { StorageBucket } from '@stoa/contract/services/storage/members'
import { useSyncExternalStore } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { baseName } from '../explorer/paths.ts'
import { isTooLarge, SizeLimit } from './size-limit.tsx'
import {
  canResume,
  isOpen,
  type Resolution,
  type Upload,
  type UploadQueue,
} from './upload-queue.ts'

/** The maximum number of rows: first those that need a decision, then running ones. */
const MOST_ROWS = 100
const RANK = { conflict: 0, failed: 1, uploading: 2, paused: 3, waiting: 4, canceled: 5, done: 6 }

export const useUploads = (queue: UploadQueue): readonly Upload[] =>
  useSyncExternalStore(queue.subscribe, queue.uploads)

type UploadListProps = { queue: UploadQueue; projectRef: string; bucket: StorageBucket }

/** The uploads of this visit with their progress, below the list of files. */
export function UploadList({ queue, projectRef, bucket }: UploadListProps) {
  const uploads = useUploads(queue)
  if (uploads.length === 0) return null
  const conflicts = uploads.filter(({ state }) => state === 'conflict')
  const shown = uploads.toSorted((a, b) => RANK[a.state] - RANK[b.state]).slice(0, MOST_ROWS)
  const isBusy = uploads.some(({ state }) => isOpen(state))
  const isMoving = uploads.some(({ state }) => state === 'uploading' || state === 'waiting')
  const isPaused = uploads.some(({ state }) => state === 'paused')
  return (
    <section aria-label="Uploads" className="shrink-0 border-t bg-raised">
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
        <output className="min-w-0 flex-1 truncate font-medium tabular-nums max-sm:basis-full">
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
        {isMoving && (
          <Button size="sm" onClick={queue.pauseAll}>
            <Pause className="size-3.5" /> Pause all
          </Button>
        )}
        {isPaused && !isMoving && (
          <Button size="sm" onClick={queue.resumeAll}>
            <Play className="size-3.5" /> Resume all
          </Button>
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
      {isBusy && (
        <Progress label="All uploads" value={percentOf(uploads)} shape="square" className="block" />
      )}
      <ul className="max-h-48 divide-y overflow-y-auto border-t">
        {shown.map((upload) => (
          <UploadRow key={upload.id} {...{ upload, queue, projectRef, bucket }} />
        ))}
      </ul>
    </section>
  )
}

/** The bytes of all uploads that were not canceled. */
function bytesOf(uploads: readonly Upload[]) {
  const kept = uploads.filter(({ state }) => state !== 'canceled')
  const sent = kept.reduce((sum, upload) => sum + upload.sent, 0)
  const size = kept.reduce((sum, { file }) => sum + file.size, 0)
  return { kept, sent, size }
}

function percentOf(uploads: readonly Upload[]): number {
  const { sent, size } = bytesOf(uploads)
  return size === 0 ? 0 : (sent / size) * 100
}

function summaryOf(uploads: readonly Upload[]): string {
  const { kept, sent, size } = bytesOf(uploads)
  if (kept.length === 0) return 'Uploads canceled'
  const done = kept.filter(({ state }) => state === 'done').length
  const failed = kept.filter(({ state }) => state === 'failed').length
  const files = `${formatCount(done)} of ${formatCount(kept.length)} ${kept.length === 1 ? 'file' : 'files'} uploaded`
  const bytes = done < kept.length ? `, ${formatBytes(sent)} of ${formatBytes(size)}` : ''
  return `${files}${bytes}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`
}

type UploadRowProps = UploadListProps & { upload: Upload }

function UploadRow({ upload, queue, projectRef, bucket }: UploadRowProps) {
  const { id, name, file, state, sent } = upload
  const percent = file.size === 0 ? 0 : (sent / file.size) * 100
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-xs">
      <StateIcon state={state} />
      <span className="min-w-24 flex-1 truncate font-mono" title={name}>
        {baseName(name)}
      </span>
      {(state === 'uploading' || state === 'paused') && (
        <Progress label={`Upload of ${name}`} value={percent} className="w-24 sm:w-40" />
      )}
      <Outcome {...{ upload, queue, projectRef, bucket }} />
      {(state === 'uploading' || state === 'waiting') && (
        <IconButton label={`Pause ${name}`} size="sm" onClick={() => queue.pause(id)}>
          <Pause className="size-3.5" />
        </IconButton>
      )}
      {canResume(state) && (
        <IconButton
          label={state === 'paused' ? `Resume ${name}` : `Upload ${name} again`}
          size="sm"
          onClick={() => queue.resume(id)}
        >
          {state === 'paused' ? <Play className="size-3.5" /> : <RotateCw className="size-3.5" />}
        </IconButton>
      )}
      {isOpen(state) && state !== 'conflict' && (
        <IconButton label={`Cancel ${name}`} size="sm" onClick={() => queue.cancel(id)}>
          <X className="size-3.5" />
        </IconButton>
      )}
    </li>
  )
}

/** How the upload ended or how far it is, or the question that it waits for. */
function Outcome({ upload, queue, projectRef, bucket }: UploadRowProps) {
  const { id, name, state, error } = upload
  if (isTooLarge(upload)) return <SizeLimit {...{ projectRef, bucket }} />
  if (state === 'conflict') {
    return (
      <ConflictButtons
        label="A file with this name exists."
        subject={name}
        onResolve={(resolution) => queue.resolve([id], resolution)}
      />
    )
  }
  return (
    <span
      className={state === 'failed' ? 'text-danger-text' : 'text-muted tabular-nums'}
      title={state === 'failed' ? errorMessage(error) : undefined}
    >
      {stateText(upload)}
    </span>
  )
}

function stateText({ state, sent, file, error }: Upload): string {
  if (state === 'uploading') return `${formatBytes(sent)} of ${formatBytes(file.size)}`
  if (state === 'failed') return `Failed: ${errorMessage(error)}`
  if (state === 'waiting') return 'Waiting'
  if (state === 'paused') return `Paused at ${formatBytes(sent)} of ${formatBytes(file.size)}`
  return state === 'done' ? `Done, ${formatBytes(file.size)}` : 'Canceled'
}

const ICONS = {
  waiting: { icon: Clock, className: 'text-muted' },
  uploading: { icon: Spinner, className: 'text-accent-text' },
  paused: { icon: CirclePause, className: 'text-muted' },
  conflict: { icon: TriangleAlert, className: 'text-warning-text' },
  done: { icon: CircleCheck, className: 'text-success-text' },
  failed: { icon: CircleX, className: 'text-danger-text' },
  canceled: { icon: CircleSlash, className: 'text-muted' },
}

/** Decorative: the text of the row says the same. */
function StateIcon({ state }: Pick<Upload, 'state'>) {
  const { icon: Icon, className } = ICONS[state]
  return <Icon aria-hidden className={classNames('size-3.5 shrink-0', className)} />
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
