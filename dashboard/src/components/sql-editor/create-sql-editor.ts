import { registerCompletion } from './completion.ts'
import type { CompletionSource } from './completion.ts'
import type { MonacoApi } from './monaco-loader.ts'
import type { SqlVocabulary } from './sql-grammar.ts'
import { MONACO_THEME } from './monaco-theme.ts'

export type TextPosition = { line: number; column: number }

/** What a page can do with the SQL text field. */
export type SqlEditorController = {
  text: () => string
  /** The selected text and where it starts, or undefined when nothing is selected. */
  selection: () => { text: string; start: TextPosition } | undefined
  /** Replaces the text in a single undo step. */
  replaceText: (text: string) => void
  /** Marks an error at a place until the text changes. */
  markError: (position: TextPosition, message: string) => void
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
  onSave: () => void
  onFormat: () => void
}

const FONT = "'JetBrains Mono Variable', 'JetBrains Mono Fallback', ui-monospace, monospace"
const MARKERS = 'run'

/** Creates one Monaco editor with its own text model. `dispose` disposes both. */
export function createSqlEditor(monaco: MonacoApi, options: Options): SqlEditorController {
  const model = monaco.editor.createModel(options.text, 'pgsql')
  const editor = monaco.editor.create(options.place, {
    model,
    theme: MONACO_THEME,
    ariaLabel: 'SQL',
    automaticLayout: true,
    bracketPairColorization: { enabled: false },
    contextmenu: true,
    fixedOverflowWidgets: true,
    folding: false,
    fontFamily: FONT,
    fontLigatures: false,
    fontSize: 13,
    guides: { indentation: false, bracketPairs: false },
    lineHeight: 20,
    lineNumbersMinChars: 4,
    lineDecorationsWidth: 8,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    padding: { top: 12, bottom: 12 },
    readOnly: options.readOnly,
    renderLineHighlight: 'line',
    renderLineHighlightOnlyWhenFocus: true,
    scrollBeyondLastLine: false,
    scrollbar: { useShadows: false, verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
    stickyScroll: { enabled: false },
    suggest: { showWords: false, preview: false },
    tabSize: 2,
    unicodeHighlight: { ambiguousCharacters: false },
    wordBasedSuggestions: 'off',
  })
  const { KeyCode, KeyMod } = monaco
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, options.onRun)
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, options.onSave)
  editor.addCommand(KeyMod.Alt | KeyMod.Shift | KeyCode.KeyF, options.onFormat)
  // Monaco would wait for a second key after Mod+K, which opens the page's palette.
  const leavingPalette = monaco.editor.addKeybindingRules([
    { keybinding: KeyMod.CtrlCmd | KeyCode.KeyK, command: null },
  ])
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
  // Character widths measured before the font has loaded would misplace the cursor. Loading fails
  // when a font is unavailable, such as the fallback on a computer without Courier New.
  const remeasure = () => monaco.editor.remeasureFonts()
  document.fonts.load(`13px ${FONT}`).then(remeasure, remeasure)

  return {
    text: read,
    selection() {
      const range = editor.getSelection()
      if (range === null || range.isEmpty()) return undefined
      const start = { line: range.startLineNumber, column: range.startColumn }
      return { text: model.getValueInRange(range), start }
    },
    replaceText(text) {
      if (text === read()) return
      editor.pushUndoStop()
      editor.executeEdits('replace', [{ range: model.getFullModelRange(), text }])
      editor.pushUndoStop()
    },
    markError({ line, column }, message) {
      const position = model.validatePosition({ lineNumber: line, column })
      const word = model.getWordAtPosition(position)
      monaco.editor.setModelMarkers(model, MARKERS, [
        {
          severity: monaco.MarkerSeverity.Error,
          message,
          startLineNumber: position.lineNumber,
          endLineNumber: position.lineNumber,
          startColumn: word?.startColumn ?? position.column,
          endColumn: word?.endColumn ?? position.column + 1,
        },
      ])
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
