import type { Drift } from '@stoa/contract/services/meta/drift'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { useRecordDrift } from '../../../data/resources/services/meta/drift.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DriftProperties } from './drift-properties.tsx'
import { pathOf } from './drift-words.ts'

type DriftItemProps = { projectRef: string; canWrite: boolean; item: Drift }

/** One difference between the history and the database, with the SQL to record or to undo it. */
export function DriftItem({ projectRef, canWrite, item }: DriftItemProps) {
  const record = useRecordDrift(projectRef)
  const { side, kind, schema, table, name, signature } = item
  const { record_sql: recorded, undo_sql: undo } = item
  const save = async () => {
    await record.mutateAsync({ side, kind, schema, table, name, signature })
    toast.success(`Recorded the ${kind} ${name}`)
  }
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="min-w-0 truncate" title={pathOf(item)}>
          {kind} <span className="font-mono font-medium">{pathOf(item)}</span>
        </h4>
        {canWrite && recorded !== null && (
          <Button
            size="sm"
            pending={record.isPending}
            aria-label={`Record as migration: ${kind} ${pathOf(item)}`}
            // The error is shown below.
            onClick={() => void save().catch(() => undefined)}
          >
            Record as migration
          </Button>
        )}
      </div>
      {item.version !== null && (
        <p className="text-xs text-muted">
          {side === 'changed' ? 'Defined' : 'Created'} by the migration {item.version}.
        </p>
      )}
      {item.differences.length > 0 && <DriftProperties differences={item.differences} />}
      {recorded === null ? (
        <p className="text-xs text-muted">Write the SQL of this {kind} as a migration file.</p>
      ) : (
        <Sql label="SQL to record" code={recorded} />
      )}
      {undo !== null && <Sql label="SQL to undo it instead" code={undo} />}
      {record.error && <QueryError error={record.error} title="Not recorded" />}
    </article>
  )
}

function Sql({ label, code }: { label: string; code: string }) {
  const highlight = useHighlight()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-xs text-muted">{label}</p>
      <CodeBlock
        label={label}
        code={code}
        shown={<HighlightedCode code={code} language="sql" highlight={highlight} />}
        wrap
      />
    </div>
  )
}
