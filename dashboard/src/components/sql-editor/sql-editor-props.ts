import type { CompletionSource } from './completion-source.ts'
import type { SqlEditorController } from './create-sql-editor.ts'

export type SqlEditorProps = {
  /**
   * Called with the editor when it is ready and with null when it is removed. Must be a stable
   * function.
   */
  onReady: (controller: SqlEditorController | null) => void
  /** The initial text. Later changes are made through the controller. */
  initialText: string
  /**
   * Called on every change with a function that reads the text, which can be many megabytes long.
   */
  onChange: (read: () => string) => void
  /** Mod+Enter. */
  onRun: () => void
  /** Mod+Shift+Enter. By default, the same as Mod+Enter. */
  onRunStatement?: () => void
  /** Mod+Shift+E. */
  onExplain?: () => void
  /** Mod+Alt+E. */
  onAnalyze?: () => void
  /** F12. */
  onDescribe?: () => void
  /** Mod+S. */
  onSave: () => void
  /** Alt+Shift+F. */
  onFormat: () => void
  completion: CompletionSource
  readOnly?: boolean
}
