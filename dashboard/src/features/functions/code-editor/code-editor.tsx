import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EditorSkeleton } from '../../../components/sql-editor/editor-skeleton.tsx'
import { loadMonaco, type MonacoApi } from '../../../components/sql-editor/monaco-loader.ts'
import { applyMonacoTheme } from '../../../components/sql-editor/monaco-theme.ts'
import { useTheme } from '../../../lib/theme.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import type { CodeEditorProps } from './code-editor-props.ts'
import { createCodeEditor, type CodeEditorController } from './create-code-editor.ts'
import { PlainCode } from './plain-code.tsx'
import { prepareTypeScript } from './typescript.ts'

/** The text of a function's files: Monaco with the types of Deno, or a plain field without it. */
export function CodeEditor(props: CodeEditorProps) {
  const [monaco, setMonaco] = useState<MonacoApi | 'failed'>()
  useEffect(() => {
    let isGone = false
    loadMonaco().then(
      (loaded) => {
        prepareTypeScript(loaded)
        if (!isGone) setMonaco(loaded)
      },
      () => !isGone && setMonaco('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])
  if (monaco === undefined) return <EditorSkeleton />
  if (monaco === 'failed') {
    return (
      <div className="flex h-full flex-col">
        <Callout type="caution" title="Could not load the code editor" className="m-3">
          You can still edit and deploy the code. Completion and highlighting are unavailable.
        </Callout>
        <PlainCode {...props} />
      </div>
    )
  }
  return <MonacoCode monaco={monaco} {...props} />
}

function MonacoCode({ monaco, ...props }: CodeEditorProps & { monaco: MonacoApi }) {
  const { files, path, readOnly, place, problems } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [editor, setEditor] = useState<CodeEditorController>()
  const { resolved } = useTheme()
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => applyMonacoTheme(monaco, { isDark: resolved !== 'light' }), [monaco, resolved])
  useEffect(() => {
    if (host.current === null) return
    const created = createCodeEditor(monaco, {
      place: host.current,
      readOnly,
      // Runs at once, because Mod+S can follow immediately and must not deploy the previous text.
      onChange: (next) => flushSync(() => latest.current.onChange(next)),
      onOpen: (next) => latest.current.onOpen(next),
      onSave: () => latest.current.onSave(),
    })
    setEditor(created)
    return () => created.dispose()
  }, [monaco, readOnly])
  // Flushes typed text before the files are replaced.
  useLayoutEffect(() => {
    editor?.setFiles(files)
    editor?.open(path)
  }, [editor, files, path])
  useEffect(() => editor?.mark(problems), [editor, problems])
  useEffect(() => {
    if (place) editor?.goTo(place)
  }, [editor, place])
  return (
    // The padding keeps long line numbers off the edge.
    <div className="size-full min-h-0 overflow-hidden pl-2">
      <div ref={host} className="size-full" />
    </div>
  )
}
