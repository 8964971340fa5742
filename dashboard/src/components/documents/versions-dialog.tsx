import { useState } from 'react'
import { QueryError } from '../query-error.tsx'
import { Time } from '../time.tsx'
import {
  useRestoreVersion,
  useVersion,
  useVersions,
} from '../../data/resources/platform/content-versions.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/overlays/dialog.tsx'
import { TextDiff } from './text-diff.tsx'

type VersionsDialogProps = {
  projectRef: string
  snippetId: string
  name: string
  canRestore: boolean
  /** A text as people read it, if that is not the text itself. */
  inWords?: (text: string) => string
  /** Saves an open text first; false if that failed, so that nothing is restored over it. */
  saveOpen: () => Promise<boolean>
  onRestored: (snippet: Restored) => void
  onClose: () => void
}

type Restored = NonNullable<ReturnType<typeof useRestoreVersion>['data']>
type Versions = NonNullable<ReturnType<typeof useVersions>['data']>

/** The kept versions of a query, with what each of them changed. */
export function VersionsDialog({ projectRef, snippetId, name, ...props }: VersionsDialogProps) {
  const { data: versions, error, refetch } = useVersions(projectRef, snippetId)
  const latest = versions?.[0]?.version
  const [chosen, setChosen] = useState<number>()
  const [against, setAgainst] = useState<'current' | 'previous'>('current')
  const [isSaving, setIsSaving] = useState(false)
  const restore = useRestoreVersion(projectRef, snippetId)
  const version = chosen ?? versions?.[1]?.version ?? latest
  const run = async () => {
    if (version === undefined) return
    setIsSaving(true)
    const isSaved = await props.saveOpen()
    setIsSaving(false)
    if (!isSaved) return props.onClose()
    const { data: fresh } = await refetch()
    const stored = fresh?.[0]?.version
    if (stored !== undefined) restore.mutate({ version, stored }, { onSuccess: props.onRestored })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent
        size="xl"
        title={`Versions of “${name}”`}
        description="Saves by one person within five minutes are one version. The last 100 versions are kept, up to 20 MB."
      >
        <div className="flex min-h-0 flex-col gap-4 px-5 pb-4 sm:flex-row">
          {error && !versions && (
            <QueryError
              error={error}
              title="Could not load the versions"
              onRetry={() => void refetch()}
              className="flex-1"
            />
          )}
          {!versions && !error && <Skeleton className="h-80 flex-1" />}
          {versions && <VersionList versions={versions} chosen={version} onChoose={setChosen} />}
          {versions && version !== undefined && (
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <Select
                aria-label="Compare with"
                className="w-56"
                value={against}
                options={[
                  { value: 'current' as const, label: 'Compare with the newest' },
                  { value: 'previous' as const, label: 'Compare with the one before' },
                ]}
                onValueChange={setAgainst}
              />
              <Comparison
                projectRef={projectRef}
                snippetId={snippetId}
                inWords={props.inWords ?? unchanged}
                {...pairOf(versions, version, against)}
              />
            </div>
          )}
        </div>
        <DialogFooter>
          {props.canRestore && (
            <Button
              variant="primary"
              disabled={version === undefined || version === latest}
              pending={isSaving || restore.isPending}
              onClick={() => void run()}
            >
              Restore this version
            </Button>
          )}
          <Button onClick={props.onClose}>Close</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const unchanged = (text: string) => text

type VersionListProps = {
  versions: Versions
  chosen: number | undefined
  onChoose: (version: number) => void
}

function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  return (
    <ul className="max-h-40 shrink-0 overflow-y-auto sm:max-h-96 sm:w-52" aria-label="Versions">
      {versions.map(({ version, author, saved_at: savedAt }, index) => (
        <li key={version}>
          <button
            type="button"
            aria-current={version === chosen}
            onClick={() => onChoose(version)}
            className={classNames(
              'grid w-full rounded-md px-2 py-1.5 text-left',
              version === chosen ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <span className="truncate">
              <Time date={savedAt} />
              {index === 0 && <span className="text-muted"> · newest</span>}
            </span>
            <span className="truncate text-xs text-muted">{author ?? 'A former member'}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The numbers of the older and the newer side. */
function pairOf(versions: Versions, version: number, against: 'current' | 'previous') {
  const at = versions.findIndex((each) => each.version === version)
  return against === 'current'
    ? { before: version, after: versions[0]?.version ?? version }
    : { before: versions[at + 1]?.version, after: version }
}

type ComparisonProps = {
  projectRef: string
  snippetId: string
  inWords: (text: string) => string
  /** Undefined for the first version, which follows an empty text. */
  before: number | undefined
  after: number
}

function Comparison({ projectRef, snippetId, inWords, before, after }: ComparisonProps) {
  const old = useVersion(projectRef, snippetId, before)
  const now = useVersion(projectRef, snippetId, after)
  const failed = [old, now].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <QueryError
        error={failed.error}
        title="Could not load the version"
        onRetry={() => void failed.refetch()}
      />
    )
  }
  if (!now.data || (before !== undefined && !old.data)) return <Skeleton className="h-80" />
  const titleOf = (version: number | undefined) =>
    version === undefined ? 'Nothing' : `Version ${version}`
  return (
    <TextDiff
      beforeTitle={titleOf(before)}
      afterTitle={titleOf(after)}
      before={old.data && before !== undefined ? inWords(old.data.sql) : ''}
      after={inWords(now.data.sql)}
    />
  )
}
