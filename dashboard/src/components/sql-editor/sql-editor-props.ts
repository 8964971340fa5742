import type { CompletionSource } from './completion.ts'
import type { SqlEditorController } from './create-sql-editor.ts'

export type SqlEditorProps = {
  /** Hands out the editor when it is there, and null when it has gone. Must stay the same function. */
  onReady: (controller: SqlEditorController | null) => void
  /** The text to begin with. Later changes go through the controller. */
  initialText: string
  /** Called at every change with a way to read the text, which may be many megabytes. */
  onChange: (read: () => string) => void
  /** Mod+Enter. */
  onRun: () => void
  /** Mod+S. */
  onSave: () => void
  /** Alt+Shift+F. */
  onFormat: () => void
  completion: CompletionSource
  readOnly?: boolean
}
