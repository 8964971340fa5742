import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useEffect, useState } from 'react'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { ConstraintList } from './constraints/constraint-list.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'

type DefinitionViewProps = { projectRef: string; table: TableDetail; canChange: boolean }

const isTable = ({ kind }: TableDetail) =>
  kind === 'table' || kind === 'partitioned_table' || kind === 'foreign_table'

/** The query of a view, and the constraints and indexes of a table. */
export function DefinitionView({ projectRef, table, canChange }: DefinitionViewProps) {
  return (
    <div className="grid min-h-0 flex-1 content-start gap-6 overflow-auto p-4 sm:p-6">
      {table.view_definition !== null && <ViewText text={table.view_definition} />}
      {isTable(table) && (
        <ConstraintList projectRef={projectRef} table={table} canChange={canChange} />
      )}
      <List
        title="Indexes"
        items={table.indexes.map(({ name, definition }) => [name, definition])}
      />
    </div>
  )
}

function ViewText({ text }: { text: string }) {
  const highlight = useHighlight()
  const [shown, setShown] = useState(text)
  useEffect(() => {
    let isGone = false
    const layOut = async () => {
      const { formatDialect, postgresql } = await import('sql-formatter')
      const laidOut = formatDialect(text, { dialect: postgresql, keywordCase: 'lower' })
      if (!isGone) setShown(laidOut)
    }
    // SQL that cannot be formatted is shown as Postgres returns it.
    layOut().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [text])
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-medium">Query</h2>
      <CodeBlock
        code={shown}
        shown={<HighlightedCode code={shown} language="sql" highlight={highlight} />}
        label="view definition"
        wrap
      />
    </section>
  )
}

function List({ title, items }: { title: string; items: readonly (readonly [string, string])[] }) {
  if (items.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-medium">{title}</h2>
      <dl className="grid divide-y rounded-md border">
        {items.map(([name, definition]) => (
          <div key={name} className="grid gap-1 p-3 text-xs">
            <dt className="font-mono">{name}</dt>
            <dd className="font-mono break-words text-muted">{definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
