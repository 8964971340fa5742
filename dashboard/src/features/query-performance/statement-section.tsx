import type { QueryHistory } from '@stoa/contract/services/query-performance/query-performance'
import { useEffect, useState } from 'react'
import { HighlightedCode } from '../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../components/highlight/use-highlight.ts'
import { LogsLink } from '../../components/logs-link.tsx'
import { OpenInSqlEditor } from '../../components/sql-editor/open-in-sql-editor.tsx'
import { formatSql } from '../../lib/format-sql.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'

type StatementSectionProps = { projectRef: string; history: QueryHistory }

/** The statement, formatted, with links to the SQL editor and to its lines in the log. */
export function StatementSection({ projectRef, history }: StatementSectionProps) {
  const { statement, is_cut: isCut, query_id: queryId } = history
  const highlight = useHighlight()
  const code = useFormatted(statement)
  return (
    <section aria-label="Statement" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <CodeBlock
        label="Statement"
        className="max-h-80 overflow-y-auto"
        code={code}
        shown={<HighlightedCode code={code} language="sql" highlight={highlight} />}
        wrap
      />
      {isCut && (
        <p className="text-xs text-muted">
          Only the first 10,000 characters of the statement are kept, so it can’t be planned.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <OpenInSqlEditor projectRef={projectRef} name="Query" sql={code}>
          Open in SQL editor
        </OpenInSqlEditor>
        <LogsLink
          projectRef={projectRef}
          page="postgres-logs"
          filters={`metadata.parsed.query_id=${queryId}`}
        >
          Explore in logs
        </LogsLink>
      </div>
    </section>
  )
}

/** The text as it is until the formatter has loaded, and if it cannot be parsed. */
function useFormatted(text: string): string {
  const [formatted, setFormatted] = useState<{ of: string; text: string }>()
  useEffect(() => {
    let isGone = false
    const format = async () => {
      const result = await formatSql(text)
      if (!isGone && result !== undefined) setFormatted({ of: text, text: result })
    }
    // If the chunk fails to load, the text merely stays as it was written.
    format().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [text])
  return formatted?.of === text ? formatted.text : text
}
