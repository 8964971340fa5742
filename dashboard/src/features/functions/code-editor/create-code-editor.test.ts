import { beforeEach, expect, it, vi } from 'vitest'
import type { MonacoApi } from '../../../components/sql-editor/monaco-loader.ts'
import type { SourceFile } from '../source-file.ts'
import { createCodeEditor } from './create-code-editor.ts'

/** The parts of Monaco that the editor uses. Models keep text, and the editor shows one of them. */
function fakeMonaco() {
  type Uri = { toString: () => string }
  type Opener = { openCodeEditor: (source: unknown, uri: Uri, target?: object) => boolean }
  class FakeModel {
    readonly uri: Uri
    text: string
    isDisposed = false
    onChange: () => void = () => undefined
    constructor(text: string, uri: Uri) {
      this.text = text
      this.uri = uri
    }
    getValue = () => this.text
    setValue(text: string) {
      this.text = text
      this.onChange()
    }
    onDidChangeContent(listener: () => void) {
      this.onChange = listener
    }
    getLineCount = () => this.text.split('\n').length
    validatePosition = (position: unknown) => position
    getWordAtPosition = () => null
    dispose() {
      this.isDisposed = true
    }
  }
  const models: FakeModel[] = []
  const markers = new Map<FakeModel, unknown[]>()
  const commands = new Map<unknown, () => void>()
  const state = {
    model: null as FakeModel | null,
    view: '' as unknown,
    label: '',
    blur: (): void => undefined,
    opener: undefined as Opener | undefined,
    triggered: [] as string[],
    selection: undefined as unknown,
    disposed: [] as string[],
  }
  const shown = {
    addCommand: (key: unknown, run: () => void) => commands.set(key, run),
    trigger: (_source: string, command: string) => state.triggered.push(command),
    onDidBlurEditorText(listener: () => void) {
      state.blur = listener
    },
    saveViewState: () => `view of ${state.model?.uri.toString()}`,
    restoreViewState(view: unknown) {
      state.view = view
    },
    setModel(model: FakeModel) {
      state.model = model
    },
    getModel: () => state.model,
    updateOptions({ ariaLabel }: { ariaLabel: string }) {
      state.label = ariaLabel
    },
    setSelection(selection: unknown) {
      state.selection = selection
    },
    setPosition: () => undefined,
    getPosition: () => null,
    revealLineInCenterIfOutsideViewport: () => undefined,
    focus: () => undefined,
    dispose: () => state.disposed.push('editor'),
  }
  const disposable = (name: string) => ({ dispose: () => state.disposed.push(name) })
  const monaco = {
    KeyCode: { KeyS: 1, KeyK: 2, Escape: 4 },
    KeyMod: { CtrlCmd: 8 },
    MarkerSeverity: { Error: 8 },
    Selection: class {
      readonly range: readonly number[]
      constructor(...range: number[]) {
        this.range = range
      }
    },
    Uri: { from: ({ path }: { path: string }) => ({ toString: () => path }) },
    editor: {
      create: () => shown,
      createModel(text: string, _language: undefined, uri: Uri) {
        const model = new FakeModel(text, uri)
        models.push(model)
        return model
      },
      setModelMarkers: (model: FakeModel, _owner: string, found: unknown[]) =>
        markers.set(model, found),
      registerEditorOpener(opener: Opener) {
        state.opener = opener
        return disposable('opener')
      },
      addKeybindingRules: () => disposable('keys'),
      remeasureFonts: () => undefined,
    },
  }
  return { monaco: monaco as unknown as MonacoApi, state, shown, models, markers, commands }
}

const file = (path: string, content: string): SourceFile => ({ path, content, encoding: 'utf8' })
const MAIN = file('index.ts', 'serve()')
const OTHER = file('lib/a.ts', 'export const a = 1')

const onChange = vi.fn<(files: readonly SourceFile[]) => void>()
const onOpen = vi.fn<(path: string) => void>()
const onSave = vi.fn<() => void>()

function open(files: readonly SourceFile[]) {
  const fake = fakeMonaco()
  const editor = createCodeEditor(fake.monaco, {
    place: document.createElement('div'),
    readOnly: false,
    onChange,
    onOpen,
    onSave,
  })
  editor.setFiles(files)
  const modelOf = (path: string) =>
    fake.models.findLast((model) => model.uri.toString() === `/${path}`)
  return { ...fake, editor, modelOf }
}

beforeEach(() => {
  vi.clearAllMocks()
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { load: () => Promise.resolve([]) },
  })
})

it('shows the file that is opened, and returns to where its view was', () => {
  const { editor, state } = open([MAIN, OTHER])
  editor.open('index.ts')
  expect(state).toMatchObject({ label: 'Code of index.ts', view: null })
  editor.open('lib/a.ts')
  expect(state.model?.getValue()).toBe(OTHER.content)
  editor.open('index.ts')
  expect(state.view).toBe('view of /index.ts')
  editor.open('missing.ts')
  expect(state.label).toBe('Code of index.ts')
})

it('passes on what is typed, with the other files unchanged', () => {
  const { modelOf } = open([MAIN, OTHER])
  modelOf('index.ts')?.setValue('serve(1)')
  expect(onChange).toHaveBeenCalledExactlyOnceWith([file('index.ts', 'serve(1)'), OTHER])
})

it('replaces only the files that differ, without passing that on', () => {
  const { editor, modelOf, models } = open([MAIN, OTHER])
  const other = modelOf('lib/a.ts')
  const written = vi.spyOn(other ?? models[0]!, 'setValue')
  editor.setFiles([file('index.ts', 'serve(2)'), { ...OTHER }])
  expect(modelOf('index.ts')?.getValue()).toBe('serve(2)')
  expect(written).not.toHaveBeenCalled()
  expect(onChange).not.toHaveBeenCalled()
})

it('keeps what was typed when it returns as the files of the page', () => {
  const { editor, modelOf } = open([MAIN])
  modelOf('index.ts')?.setValue('serve(1)')
  const [typed] = onChange.mock.calls[0] ?? []
  modelOf('index.ts')?.setValue('serve(12)')
  const [latest] = onChange.mock.calls[1] ?? []
  editor.setFiles(latest ?? [])
  expect(modelOf('index.ts')?.getValue()).toBe('serve(12)')
  expect(typed).toEqual([file('index.ts', 'serve(1)')])
})

it('disposes of a removed file, and has no editor for one that is not text', () => {
  const { editor, modelOf, models } = open([MAIN, OTHER])
  const other = modelOf('lib/a.ts')
  editor.open('lib/a.ts')
  editor.setFiles([MAIN, { path: 'logo.png', content: 'AAAA', encoding: 'base64' }])
  expect(other?.isDisposed).toBe(true)
  expect(models).toHaveLength(2)
  editor.setFiles([MAIN, OTHER])
  editor.open('lib/a.ts')
  expect(modelOf('lib/a.ts')).not.toBe(other)
})

it('marks problems until the text of their file changes', () => {
  const { editor, markers, modelOf } = open([MAIN, OTHER])
  editor.mark([{ path: 'index.ts', line: 1, column: 1, message: 'Not defined' }])
  const [main, other] = [modelOf('index.ts'), modelOf('lib/a.ts')]
  if (!main || !other) throw new Error('The files have no models.')
  expect(markers.get(main)).toMatchObject([{ message: 'Not defined', startLineNumber: 1 }])
  expect(markers.get(other)).toEqual([])
  main.setValue('serve(1)')
  expect(markers.get(main)).toEqual([])
})

it('goes to a place of another file, within its lines', () => {
  const { editor, state } = open([MAIN, OTHER])
  editor.goTo({ path: 'lib/a.ts', line: 99 })
  expect(state.label).toBe('Code of lib/a.ts')
  expect(state.selection).toMatchObject({ range: [1, 1, 1, Number.MAX_SAFE_INTEGER] })
})

it('follows a definition into another file, and leaves other editors alone', () => {
  const { state, shown, modelOf } = open([MAIN, OTHER])
  const uri = modelOf('lib/a.ts')?.uri ?? { toString: () => '' }
  expect(state.opener?.openCodeEditor({}, uri)).toBe(false)
  expect(state.opener?.openCodeEditor(shown, { toString: () => '/std.d.ts' })).toBe(false)
  expect(state.opener?.openCodeEditor(shown, uri, { startLineNumber: 1 })).toBe(true)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('lib/a.ts')
  expect(state.label).toBe('Code of lib/a.ts')
})

it('saves with Mod+S, and lets Tab leave after Escape until the editor is left', () => {
  const { state, commands } = open([MAIN])
  commands.get(8 | 1)?.()
  expect(onSave).toHaveBeenCalledTimes(1)
  commands.get(4)?.()
  commands.get(4)?.()
  expect(state.triggered).toEqual(['editor.action.toggleTabFocusMode'])
  state.blur()
  state.blur()
  expect(state.triggered).toHaveLength(2)
})

it('disposes of everything it registered', () => {
  const { editor, state, models } = open([MAIN, OTHER])
  editor.dispose()
  expect(state.disposed.toSorted()).toEqual(['editor', 'keys', 'opener'])
  expect(models.every(({ isDisposed }) => isDisposed)).toBe(true)
})
