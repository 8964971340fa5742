import { registerCompletion } from './completion.ts'
import type { CompletionSource } from './completion-source.ts'
import type { MonacoApi } from './monaco-loader.ts'
import type { SqlVocabulary } from './sql-grammar.ts'
import {
  errorMarker,
  leavePaletteKey,
  MONACO_OPTIONS,
  remeasureWithFont,
} from './monaco-options.ts'

export type TextPosition = { line: number; column: number }

/** The page's controls for the SQL text field. */
export type SqlEditorController = {
  text: () => string
  /** The selected text and where it starts, or undefined when nothing is selected. */
  selection: () => { text: string; start: TextPosition } | undefined
  /** The index of the cursor in the text, in code units. */
  cursor: () => number
  /** Replaces the text in a single undo step. */
  replaceText: (text: string) => void
  /** Marks an error at a position, or from there to an end, until the text changes. */
  markError: (position: TextPosition, message: string, end?: TextPosition) => void
  clearErrors: () => void
  /** Moves the cursor to a position, scrolls it into view and focuses the editor. */
  goTo: (position: TextPosition) => void
  focus: () => void
  dispose: () => void
}

type Options = {
  place: HTMLElement
  text: string
  vocabulary: SqlVocabulary
  readOnly: boolean
  completion: CompletionSource
  onChange: (read: () => string) => void
  onRun: () => void
  onRunStatement: () => void
  onExplain: () => void
  onAnalyze: () => void
  onDescribe: () => void
  onSave: () => void
  onFormat: () => void
}

const MARKERS = 'run'

/** Creates one Monaco editor with its own text model. `dispose` disposes both. */
export function createSqlEditor(monaco: MonacoApi, options: Options): SqlEditorController {
  const model = monaco.editor.createModel(options.text, 'pgsql')
  const editor = monaco.editor.create(options.place, {
    model,
    ...MONACO_OPTIONS,
    ariaLabel: 'SQL',
    readOnly: options.readOnly,
    wordWrap: 'on',
    suggest: { showWords: false, preview: false },
  })
  const { KeyCode, KeyMod } = monaco
  const runWith = (run: () => void) => () => {
    // Open suggestions would cover the text and its results.
    editor.trigger('run', 'hideSuggestWidget', undefined)
    run()
  }
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, runWith(options.onRun))
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.Enter, runWith(options.onRunStatement))
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyE, runWith(options.onExplain))
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Alt | KeyCode.KeyE, runWith(options.onAnalyze))
  editor.addCommand(KeyCode.F12, options.onDescribe)
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, options.onSave)
  editor.addCommand(KeyMod.Alt | KeyMod.Shift | KeyCode.KeyF, options.onFormat)
  const leavingPalette = leavePaletteKey(monaco)
  const clearErrors = () => monaco.editor.setModelMarkers(model, MARKERS, [])
  const read = () => model.getValue()
  const watching = model.onDidChangeContent(() => {
    clearErrors()
    options.onChange(read)
  })
  const completing = registerCompletion(monaco, {
    model,
    source: options.completion,
    vocabulary: options.vocabulary,
  })
  remeasureWithFont(monaco)

  return {
    text: read,
    selection() {
      const range = editor.getSelection()
      if (range === null || range.isEmpty()) return undefined
      const start = { line: range.startLineNumber, column: range.startColumn }
      return { text: model.getValueInRange(range), start }
    },
    cursor() {
      const position = editor.getPosition()
      return position === null ? 0 : model.getOffsetAt(position)
    },
    replaceText(text) {
      if (text === read()) return
      editor.pushUndoStop()
      editor.executeEdits('replace', [{ range: model.getFullModelRange(), text }])
      editor.pushUndoStop()
    },
    markError(position, message, end) {
      const marker = errorMarker(monaco, model, { ...position, message, end })
      monaco.editor.setModelMarkers(model, MARKERS, [marker])
    },
    clearErrors,
    goTo({ line, column }) {
      const position = model.validatePosition({ lineNumber: line, column })
      editor.setPosition(position)
      editor.revealPositionInCenterIfOutsideViewport(position)
      editor.focus()
    },
    focus: () => editor.focus(),
    dispose() {
      watching.dispose()
      completing.dispose()
      leavingPalette.dispose()
      editor.dispose()
      model.dispose()
    },
  }
}
