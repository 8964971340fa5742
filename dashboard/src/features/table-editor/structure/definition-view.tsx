import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { OpenInSqlEditor } from '../../../components/sql-editor/open-in-sql-editor.tsx'
import { useTableDefinition } from '../../../data/resources/services/meta/tables.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { FamilySection } from './partitions/family-section.tsx'
import { SettingsSection } from './settings/settings-section.tsx'
import { BackfillSection } from './backfills/backfill-section.tsx'
import { RealtimeSection } from './realtime-section.tsx'
import { ConstraintList } from './constraints/constraint-list.tsx'

type DefinitionViewProps = { projectRef: string; table: TableDetail; canChange: boolean }

const hasConstraints = ({ kind }: TableDetail) =>
  kind === 'table' || kind === 'partitioned_table' || kind === 'foreign_table'

/** The keys of a table, and the statements that create it, or a view, with all that belongs to it. */
export function DefinitionView({ projectRef, table, canChange }: DefinitionViewProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 overflow-auto p-4 sm:p-6">
      {hasConstraints(table) && (
        <ConstraintList projectRef={projectRef} table={table} canChange={canChange} />
      )}
      {hasConstraints(table) && (
        <FamilySection projectRef={projectRef} table={table} canChange={canChange} />
      )}
      {hasConstraints(table) && (
        <SettingsSection projectRef={projectRef} table={table} canChange={canChange} />
      )}
      {(table.kind === 'table' || table.kind === 'partitioned_table') && (
        <>
          <RealtimeSection projectRef={projectRef} table={table} canChange={canChange} />
          <BackfillSection projectRef={projectRef} table={table} canChange={canChange} />
        </>
      )}
      <Statements projectRef={projectRef} table={table} />
    </div>
  )
}

function Statements({ projectRef, table }: Omit<DefinitionViewProps, 'canChange'>) {
  const highlight = useHighlight()
  const definition = useTableDefinition(projectRef, table.id)
  const { data } = definition
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">SQL</h2>
        {data && (
          <div className="flex flex-wrap items-center gap-3">
            <span className="text-xs text-muted">
              {[
                data.estimated_rows !== null && `About ${formatCount(data.estimated_rows)} rows`,
                data.size_bytes !== null && formatBytes(data.size_bytes),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <OpenInSqlEditor
              projectRef={projectRef}
              name={`Definition of ${table.name}`}
              sql={data.sql}
            >
              Open in SQL editor
            </OpenInSqlEditor>
          </div>
        )}
      </div>
      {definition.isPending && <Skeleton className="h-40" />}
      {definition.error && data === undefined && (
        <QueryError
          title="Could not load the definition"
          error={definition.error}
          onRetry={() => void definition.refetch()}
        />
      )}
      {data && (
        <CodeBlock
          code={data.sql}
          shown={<HighlightedCode code={data.sql} language="sql" highlight={highlight} />}
          label="definition"
          wrap
        />
      )}
    </section>
  )
}
