import type { DeployedVersion } from '@stoa/contract/services/functions/members'
import { useMemo, useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctionVersion } from '../../data/resources/services/functions/functions.ts'
import { foldUnchanged, lineDiff, type DiffLine } from '../../lib/line-diff.ts'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { changedFiles, type ChangedFile } from './changed-files.ts'

type CompareVersionsProps = {
  projectRef: string
  slug: string
  versions: readonly DeployedVersion[]
  /** The two versions that are compared initially. */
  initial: { readonly from: number; readonly to: number }
}

/** Compares the files of two versions. */
export function CompareVersions({ projectRef, slug, versions, initial }: CompareVersionsProps) {
  const [from, setFrom] = useState(initial.from)
  const [to, setTo] = useState(initial.to)
  const before = useFunctionVersion(projectRef, slug, from)
  const after = useFunctionVersion(projectRef, slug, to)
  const failed = [before, after].find(({ error, data }) => error && !data)
  const options = versions.map(({ version, is_active }) => ({
    value: String(version),
    label: `Version ${version}${is_active ? ' (active)' : ''}`,
  }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="From version"
          className="w-40"
          value={String(from)}
          options={options}
          onValueChange={(value) => setFrom(Number(value))}
        />
        <span className="text-muted">to</span>
        <Select
          aria-label="To version"
          className="w-40"
          value={String(to)}
          options={options}
          onValueChange={(value) => setTo(Number(value))}
        />
      </div>
      {failed?.error && (
        <QueryError
          error={failed.error}
          title="Could not load the versions"
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && (!before.data || !after.data) && <Skeleton className="h-64" />}
      {before.data && after.data && (
        <Comparison key={`${from} ${to}`} before={before.data.files} after={after.data.files} />
      )}
    </div>
  )
}

type Files = Parameters<typeof changedFiles>[0]

function Comparison({ before, after }: { before: Files; after: Files }) {
  const changed = useMemo(() => changedFiles(before, after), [before, after])
  if (changed.length === 0)
    return <p className="text-muted">The files of these versions are identical.</p>
  return changed.map((file) => <FileChanges key={file.path} file={file} />)
}

const KINDS = {
  added: { label: 'Added', variant: 'success' },
  removed: { label: 'Removed', variant: 'danger' },
  changed: { label: 'Changed', variant: 'neutral' },
} as const

function FileChanges({ file }: { file: ChangedFile }) {
  const { path, kind, texts } = file
  const lines = useMemo(() => texts && lineDiff(texts.before, texts.after), [texts])
  const count = (wanted: DiffLine['kind']) =>
    lines?.filter((line) => line.kind === wanted).length ?? 0
  return (
    <section aria-label={`Changes of ${path}`} className="rounded-md border">
      <div className="flex items-center gap-2 border-b px-3 py-2">
        <h3 className="min-w-0 truncate font-mono text-xs font-medium">{path}</h3>
        <Badge variant={KINDS[kind].variant}>{KINDS[kind].label}</Badge>
        {lines && (
          <span className="ml-auto shrink-0 text-xs tabular-nums">
            <span className="text-success-text">+{count('added')}</span>{' '}
            <span className="text-danger-text">−{count('removed')}</span>
          </span>
        )}
      </div>
      {lines ? <Lines lines={lines} /> : <p className="px-3 py-2 text-muted">{reason(texts)}</p>}
    </section>
  )
}

const reason = (texts: ChangedFile['texts']) =>
  texts
    ? 'Too many lines to compare. View the code of each version instead.'
    : 'This file isn’t text, so its lines can’t be compared.'

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const parts = useMemo(() => foldUnchanged(lines), [lines])
  if (lines.every(({ kind }) => kind === 'same'))
    return <p className="px-3 py-2 text-muted">Only the line break at the end differs.</p>
  return (
    <div className="py-1 font-mono text-xs leading-5">
      {parts.map((part, index) =>
        part.isFolded && !unfolded.has(index) ? (
          <Button
            key={index}
            size="sm"
            variant="ghost"
            className="w-full justify-start rounded-none font-sans"
            onClick={() => setUnfolded(new Set([...unfolded, index]))}
          >
            Show {part.lines.length} unchanged lines
          </Button>
        ) : (
          part.lines.map((line) => <Line key={`${index} ${keyOf(line)}`} line={line} />)
        ),
      )}
    </div>
  )
}

const keyOf = (line: DiffLine) =>
  line.kind === 'removed' ? `before ${line.before}` : `after ${line.after}`

const LOOKS = {
  same: { sign: ' ', row: '', text: '' },
  added: { sign: '+', row: 'bg-success-soft', text: 'text-success-text' },
  removed: { sign: '−', row: 'bg-danger-soft', text: 'text-danger-text' },
} as const

const NUMBER = 'hidden w-10 shrink-0 pr-2 text-right text-muted tabular-nums select-none sm:block'

function Line({ line }: { line: DiffLine }) {
  const { sign, row, text } = LOOKS[line.kind]
  return (
    <div className={classNames('flex', row)}>
      <span className={NUMBER}>{line.kind !== 'added' && line.before}</span>
      <span className={NUMBER}>{line.kind !== 'removed' && line.after}</span>
      <span className={classNames('w-6 shrink-0 text-center select-none', text)}>{sign}</span>
      <span className="min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap">{line.text}</span>
    </div>
  )
}
