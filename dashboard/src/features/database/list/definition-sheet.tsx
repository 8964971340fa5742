import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'

type DefinitionSheetProps = {
  name: string
  /** Null while another session has locked the table. */
  definition: string | null
  onClose: () => void
}

/** The statement that creates an object. */
export function DefinitionSheet({ name, definition, onClose }: DefinitionSheetProps) {
  const highlight = useHighlight()
  return (
    <Sheet open size="lg" title={<span className="font-mono">{name}</span>} onClose={onClose}>
      <SheetBody>
        {definition === null ? (
          <p className="text-muted">
            Another session has locked the table. Reload the page when it has finished.
          </p>
        ) : (
          <CodeBlock
            label="definition"
            code={definition}
            shown={<HighlightedCode code={definition} language="sql" highlight={highlight} />}
            wrap
          />
        )}
      </SheetBody>
    </Sheet>
  )
}
