import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { HighlightedCode } from '../highlight/highlighted-code.tsx'
import { useHighlight } from '../highlight/use-highlight.ts'

type ConflictDialogProps = {
  /** The object's current definition. Undefined if it is gone. */
  current: string | undefined
  onCancel: () => void
  onOverwrite: () => void
}

/** Shows how somebody else has changed an object since it was opened. */
export function ConflictDialog({ current, onCancel, onOverwrite }: ConflictDialogProps) {
  const highlight = useHighlight()
  const isGone = current === undefined
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="xl"
      title={isGone ? 'Create it again?' : 'Overwrite the newer definition?'}
      description={
        isGone
          ? 'It was deleted or renamed after you opened this editor.'
          : 'The definition was changed after you opened this editor. It is now:'
      }
      confirmLabel={isGone ? 'Create again' : 'Overwrite'}
      cancelLabel="Keep editing"
      onCancel={onCancel}
      onConfirm={onOverwrite}
    >
      {!isGone && (
        <CodeBlock
          label="current definition"
          code={current}
          shown={<HighlightedCode code={current} language="sql" highlight={highlight} />}
          wrap
        />
      )}
    </ConfirmDialog>
  )
}
