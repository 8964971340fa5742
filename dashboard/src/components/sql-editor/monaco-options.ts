import type { editor } from 'monaco-editor'
import { MONACO_THEME } from './monaco-theme.ts'
import type { MonacoApi } from './monaco-loader.ts'

const FONT = "'JetBrains Mono Variable', 'JetBrains Mono Fallback', ui-monospace, monospace"

/** Options shared by every code editor of the dashboard. */
export const MONACO_OPTIONS = {
  theme: MONACO_THEME,
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
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 8,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  padding: { top: 12, bottom: 12 },
  // Otherwise text is pasted asynchronously, and keys pressed in between apply to the text before.
  pasteAs: { enabled: false },
  renderLineHighlight: 'line',
  renderLineHighlightOnlyWhenFocus: true,
  scrollBeyondLastLine: false,
  scrollbar: {
    useShadows: false,
    alwaysConsumeMouseWheel: false,
    verticalScrollbarSize: 10,
    horizontalScrollbarSize: 10,
  },
  stickyScroll: { enabled: false },
  tabSize: 2,
  unicodeHighlight: { ambiguousCharacters: false },
  wordBasedSuggestions: 'off',
} satisfies editor.IStandaloneEditorConstructionOptions

/**
 * Measures characters again once the font has loaded, because earlier widths would misplace the
 * cursor. Loading fails if a font is unavailable, such as the fallback on a computer without
 * Courier New.
 */
export function remeasureWithFont(monaco: MonacoApi): void {
  const remeasure = () => monaco.editor.remeasureFonts()
  document.fonts.load(`13px ${FONT}`).then(remeasure, remeasure)
}

/** Leaves Mod+K to the page's palette; Monaco would wait for a second key. */
export const leavePaletteKey = (monaco: MonacoApi) =>
  monaco.editor.addKeybindingRules([
    { keybinding: monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyK, command: null },
  ])

type Problem = {
  line: number
  column: number
  message: string
  end?: { line: number; column: number } | undefined
}

/** An error marker under the word at a position, or from there to an end. */
export function errorMarker(
  monaco: MonacoApi,
  model: editor.ITextModel,
  { line, column, message, end }: Problem,
): editor.IMarkerData {
  const position = model.validatePosition({ lineNumber: line, column })
  const last = end && model.validatePosition({ lineNumber: end.line, column: end.column })
  const word = model.getWordAtPosition(position)
  return {
    severity: monaco.MarkerSeverity.Error,
    message,
    startLineNumber: position.lineNumber,
    endLineNumber: last?.lineNumber ?? position.lineNumber,
    startColumn: (last ? undefined : word?.startColumn) ?? position.column,
    endColumn: last?.column ?? word?.endColumn ?? position.column + 1,
  }
}
