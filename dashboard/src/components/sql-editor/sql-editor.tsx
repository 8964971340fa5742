import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../../lib/theme.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { createSqlEditor } from './create-sql-editor.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { loadMonaco, loadSqlVocabulary } from './monaco-loader.ts'
import type { MonacoApi } from './monaco-loader.ts'
import { applyMonacoTheme } from './monaco-theme.ts'
import { PlainEditor } from './plain-editor.tsx'
import { sqlGrammar } from './sql-grammar.ts'
import type { SqlEditorProps } from './sql-editor-props.ts'

type Loaded = { monaco: MonacoApi; vocabulary: Awaited<ReturnType<typeof loadSqlVocabulary>> }

/** The SQL text field: Monaco in the page's colors, or a plain field when Monaco fails to load. */
export function SqlEditor(props: SqlEditorProps) {
  const [loaded, setLoaded] = useState<Loaded | 'failed' | undefined>()
  useEffect(() => {
    let isGone = false
    loadEditor().then(
      (value) => !isGone && setLoaded(value),
      () => !isGone && setLoaded('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])
  if (loaded === undefined) return <EditorSkeleton />
  if (loaded === 'failed') {
    return (
      <div className="flex size-full flex-col">
        <Callout type="caution" title="Could not load the code editor" className="m-3">
          You can still write and run queries. Completion and highlighting are unavailable.
        </Callout>
        <PlainEditor {...props} />
      </div>
    )
  }
  return <MonacoEditor {...props} {...loaded} />
}

async function loadEditor(): Promise<Loaded> {
  const monaco = await loadMonaco()
  const vocabulary = await loadSqlVocabulary()
  monaco.languages.setMonarchTokensProvider('pgsql', sqlGrammar(vocabulary))
  return { monaco, vocabulary }
}

function MonacoEditor({ monaco, vocabulary, initialText, ...props }: SqlEditorProps & Loaded) {
  const place = useRef<HTMLDivElement>(null)
  const first = useRef(initialText)
  const latest = useRef(props)
  const { resolved } = useTheme()
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => applyMonacoTheme(monaco, { isDark: resolved !== 'light' }), [monaco, resolved])
  const { readOnly = false } = props
  useEffect(() => {
    if (place.current === null) return
    const { onReady } = latest.current
    const controller = createSqlEditor(monaco, {
      place: place.current,
      text: first.current,
      vocabulary,
      readOnly,
      completion: latest.current.completion,
      onChange: (read) => latest.current.onChange(read),
      onRun: () => latest.current.onRun(),
      onRunStatement: () => (latest.current.onRunStatement ?? latest.current.onRun)(),
      onExplain: () => latest.current.onExplain?.(),
      onAnalyze: () => latest.current.onAnalyze?.(),
      onDescribe: () => latest.current.onDescribe?.(),
      onSave: () => latest.current.onSave(),
      onFormat: () => latest.current.onFormat(),
    })
    onReady(controller)
    return () => {
      onReady(null)
      controller.dispose()
    }
  }, [monaco, vocabulary, readOnly])
  return (
    // The padding keeps long line numbers off the edge.
    <div className="size-full min-h-0 overflow-hidden pl-2">
      <div ref={place} className="size-full" />
    </div>
  )
}
