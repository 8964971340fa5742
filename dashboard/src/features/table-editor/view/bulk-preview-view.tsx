import type { BulkPreview } from '../../../data/resources/services/meta/bulk-changes.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import type { BulkKind } from './bulk-access.ts'

/** The number of rows of a bulk change, its SQL, and whether it can be undone. */
export function BulkPreviewView({ kind, preview }: { kind: BulkKind; preview: BulkPreview }) {
  const { count, statement, isUndoable } = preview
  return (
    <>
      <p>{countText(kind, count)}</p>
      <CodeBlock label="SQL" wrap code={`${statement.trim()};`} />
      {count.value > 0 && <p className="text-xs text-muted">{undoText(kind, isUndoable)}</p>}
    </>
  )
}

function countText(kind: BulkKind, { value, is_exact: isExact }: BulkPreview['count']): string {
  if (isExact && value === 0) return 'No rows match, so there is nothing to change.'
  const rows = `${formatCount(value)} ${value === 1 ? 'row' : 'rows'}`
  return `${isExact ? rows : `About ${rows}`} will be ${kind === 'edit' ? 'changed' : 'deleted'}, in one transaction.`
}

function undoText(kind: BulkKind, isUndoable: boolean): string {
  if (!isUndoable)
    return 'This can’t be undone. Changes of up to 1,000 rows with a primary key can be undone.'
  return kind === 'edit'
    ? 'You can undo this while the page is open.'
    : 'You can undo this while the page is open. Rows of other tables that foreign keys or triggers delete or change are not restored.'
}
