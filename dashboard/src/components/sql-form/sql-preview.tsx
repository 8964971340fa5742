import { CodeBlock } from '../../ui/code-block.tsx'
import { HighlightedCode } from '../highlight/highlighted-code.tsx'
import { useHighlight } from '../highlight/use-highlight.ts'

/** The statements that a form or a dialog is about to run. */
export function SqlPreview({ sql }: { sql: string }) {
  const highlight = useHighlight()
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h3 className="text-sm font-medium">SQL to run</h3>
      {sql === '' ? (
        <p className="text-xs text-muted">Nothing to run yet.</p>
      ) : (
        <CodeBlock
          label="SQL"
          code={sql}
          shown={<HighlightedCode code={sql} language="sql" highlight={highlight} />}
          wrap
        />
      )}
    </section>
  )
}
