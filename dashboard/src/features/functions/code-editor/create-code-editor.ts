import type { editor } from 'monaco-editor'
import type { MonacoApi } from '../../../components/sql-editor/monaco-loader.ts'
import {
  errorMarker,
  leavePaletteKey,
  MONACO_OPTIONS,
  remeasureWithFont,
} from '../../../components/sql-editor/monaco-options.ts'
import type { SourceFile } from '../source-file.ts'
import type { SourcePlace, SourceProblem } from '../source-problem.ts'

export type CodeEditorController = {
  /** Shows these files, replacing those that differ from the editor's. */
  setFiles: (files: readonly SourceFile[]) => void
  open: (path: string) => void
  /** Marks problems; the marks of a file stay until its text changes. */
  mark: (problems: readonly SourceProblem[]) => void
  /** Opens the file, selects the line and focuses the editor. */
  goTo: (place: SourcePlace) => void
  dispose: () => void
}

type Options = {
  place: HTMLElement
  readOnly: boolean
  onChange: (files: readonly SourceFile[]) => void
  /** Called when a definition in another file was followed. */
  onOpen: (path: string) => void
  onSave: () => void
}

const MARKERS = 'check'

const TOGGLE_TAB = 'editor.action.toggleTabFocusMode'

/** While none of these is true, Escape has nothing to close, and lets Tab leave the editor. */
const TEXT_ALONE = [
  'suggestWidgetVisible',
  'parameterHintsVisible',
  'findWidgetVisible',
  'renameInputVisible',
  'inSnippetMode',
  'hoverVisible',
  'referenceSearchVisible',
  'markersNavigationVisible',
  'editorHasMultipleSelections',
  'editorTabMovesFocus',
].reduce((all, context) => `${all} && !${context}`, 'editorTextFocus')

/** An editor of several files that import each other. Each file has its own history and view. */
export function createCodeEditor(monaco: MonacoApi, options: Options): CodeEditorController {
  const models = new Map<string, editor.ITextModel>()
  const views = new Map<string, editor.ICodeEditorViewState | null>()
  let files: readonly SourceFile[] = []
  let opened = ''
  let isReplacing = false
  const shown = monaco.editor.create(options.place, {
    ...MONACO_OPTIONS,
    model: null,
    readOnly: options.readOnly,
  })
  const { KeyCode, KeyMod } = monaco
  shown.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, options.onSave)
  let isTabLeaving = false
  function letTabLeave(isLeaving: boolean): void {
    // Tab-focus mode is global in Monaco; reset it on blur.
    if (isLeaving !== isTabLeaving) shown.trigger('keyboard', TOGGLE_TAB, null)
    isTabLeaving = isLeaving
  }
  shown.addCommand(KeyCode.Escape, () => letTabLeave(true), TEXT_ALONE)
  shown.onDidBlurEditorText(() => letTabLeave(false))
  const uriOf = (path: string) => monaco.Uri.from({ scheme: 'file', path: `/${path}` })
  const leavingPalette = leavePaletteKey(monaco)
  const following = monaco.editor.registerEditorOpener({
    openCodeEditor(source, uri, target) {
      const path = [...models].find(([, model]) => model.uri.toString() === uri.toString())?.[0]
      if (source !== shown || path === undefined) return false
      open(path)
      options.onOpen(path)
      if (target && 'startLineNumber' in target) shown.setSelection(target)
      else if (target) shown.setPosition(target)
      shown.revealLineInCenterIfOutsideViewport(shown.getPosition()?.lineNumber ?? 1)
      return true
    },
  })
  remeasureWithFont(monaco)

  function createModel({ path, content }: SourceFile): void {
    const model = monaco.editor.createModel(content, undefined, uriOf(path))
    models.set(path, model)
    model.onDidChangeContent(() => {
      monaco.editor.setModelMarkers(model, MARKERS, [])
      letTabLeave(false)
      if (isReplacing) return
      const changed = model.getValue()
      files = files.map((file) => (file.path === path ? { ...file, content: changed } : file))
      options.onChange(files)
    })
  }

  function replace(model: editor.ITextModel, content: string): void {
    isReplacing = true
    model.setValue(content)
    isReplacing = false
  }

  function open(path: string): void {
    const model = models.get(path)
    if (!model || path === opened) return
    views.set(opened, shown.saveViewState())
    opened = path
    shown.setModel(model)
    shown.updateOptions({ ariaLabel: `Code of ${path}` })
    shown.restoreViewState(views.get(path) ?? null)
  }

  return {
    setFiles(next) {
      if (next === files) return
      const before = new Map(files.map(({ path, content }) => [path, content]))
      files = next
      const texts = new Map(
        next.filter(({ encoding }) => encoding === 'utf8').map((file) => [file.path, file]),
      )
      for (const [path, model] of models)
        if (!texts.has(path)) {
          model.dispose()
          models.delete(path)
          views.delete(path)
          if (path === opened) opened = ''
        }
      for (const [path, file] of texts) {
        const model = models.get(path)
        if (!model) createModel(file)
        else if (before.get(path) !== file.content) replace(model, file.content)
      }
    },
    open,
    mark(problems) {
      for (const [path, model] of models)
        monaco.editor.setModelMarkers(
          model,
          MARKERS,
          problems
            .filter((problem) => problem.path === path)
            .map((problem) => errorMarker(monaco, model, problem)),
        )
    },
    goTo({ path, line }) {
      open(path)
      const lineNumber = Math.min(line, shown.getModel()?.getLineCount() ?? 1)
      shown.setSelection(new monaco.Selection(lineNumber, 1, lineNumber, Number.MAX_SAFE_INTEGER))
      shown.revealLineInCenterIfOutsideViewport(lineNumber)
      shown.focus()
    },
    dispose() {
      following.dispose()
      leavingPalette.dispose()
      shown.dispose()
      for (const model of models.values()) model.dispose()
    },
  }
}
