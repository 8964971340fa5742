import { errorMessage } from '../../data/client/api-error.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { HighlightedCode } from '../highlight/highlighted-code.tsx'
import { useHighlight } from '../highlight/use-highlight.ts'
import { SqlLocks } from './sql-locks.tsx'

type SqlPreviewProps = {
  sql: string
  /** Why the server could not write the SQL. */
  error?: Error | null
  title?: string
  /** False for statements that only read, or that run later. */
  changesDefinitions?: boolean
  /** Shown while there is no SQL. */
  missing?: string
}

/** The statements that a form or a dialog will run, which the server writes, with their locks. */
export function SqlPreview({
  sql,
  error = null,
  title = 'SQL to run',
  changesDefinitions = true,
  missing = 'Complete the form to preview the SQL.',
}: SqlPreviewProps) {
  const highlight = useHighlight()
  if (error) return <p className="text-xs text-warning-text">No SQL yet: {errorMessage(error)}</p>
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h3 className="text-sm font-medium">{title}</h3>
      {sql === '' ? (
        <p className="text-xs text-muted">{missing}</p>
      ) : (
        <>
          <CodeBlock
            label="SQL"
            code={sql}
            shown={<HighlightedCode code={sql} language="sql" highlight={highlight} />}
            wrap
          />
          {changesDefinitions && <SqlLocks sql={sql} />}
        </>
      )}
    </section>
  )
}
