import type { SqlDraft } from '@stoa/contract/services/meta/sql-drafts'
import { QueryError } from '../../../components/query-error.tsx'
import { useSqlDraft } from '../../../data/resources/services/meta/sql-drafts.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { StatementForm, type StatementEditorProps } from './statement-editor.tsx'

type DraftEditorProps = Omit<StatementEditorProps, 'initialText'> & { draft: SqlDraft }

/** Creates or changes an object by running a statement that the server has drafted. */
export function DraftEditor({ draft, ...props }: DraftEditorProps) {
  const { data, error, refetch } = useSqlDraft(props.projectRef, draft)
  return (
    <Sheet open size="xl" title={props.title} onClose={props.onClose}>
      {data !== undefined && <StatementForm {...props} initialText={data} />}
      {data === undefined && (
        <SheetBody>
          {error ? (
            <QueryError
              title="Could not load the draft"
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton className="h-32" />
          )}
        </SheetBody>
      )}
    </Sheet>
  )
}
