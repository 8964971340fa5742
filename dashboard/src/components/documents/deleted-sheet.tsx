import { Time } from '../time.tsx'
import { QueryList } from '../list/query-list.tsx'
import {
  useDeletedSnippets,
  useRestoreSnippet,
  type SnippetKind,
} from '../../data/resources/platform/content.ts'
import { formatDate } from '../../lib/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'

type DeletedSheetProps = {
  projectRef: string
  /** By default queries and notebooks. */
  kind?: SnippetKind
  onRestored: (id: string) => void
  onClose: () => void
}

const NOUNS = { editor: 'queries', report: 'reports', log_sql: 'log queries' }

/** The deleted queries or reports that can still be restored. */
export function DeletedSheet({
  projectRef,
  kind = 'editor',
  onRestored,
  onClose,
}: DeletedSheetProps) {
  const query = useDeletedSnippets(projectRef, kind)
  const nouns = NOUNS[kind]
  const restore = useRestoreSnippet(projectRef)
  return (
    <Sheet
      open
      title="Recently deleted"
      description={`Deleted ${nouns} are kept for 30 days.`}
      onClose={onClose}
    >
      <SheetBody>
        <QueryList
          label={`deleted ${nouns}`}
          query={query}
          empty={{
            title: `No deleted ${nouns}`,
            description: 'What you delete stays here for 30 days.',
          }}
        >
          {(queries) => (
            <ul className="divide-y">
              {queries.map(({ id, name, visibility, ...deleted }) => (
                <li key={`${visibility} ${id}`} className="flex items-center gap-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="truncate">{name}</p>
                    <p className="text-xs text-muted">
                      {visibility === 'shared' &&
                        `Shared · deleted by ${deleted.deleted_by ?? 'a former member'} · `}
                      <Time date={deleted.deleted_at} /> · kept until{' '}
                      {formatDate(deleted.expires_at)}
                    </p>
                  </div>
                  <Button
                    size="sm"
                    pending={restore.isPending && restore.variables === id}
                    aria-label={`Restore ${name}`}
                    onClick={() => restore.mutate(id, { onSuccess: () => onRestored(id) })}
                  >
                    Restore
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </SheetBody>
    </Sheet>
  )
}
