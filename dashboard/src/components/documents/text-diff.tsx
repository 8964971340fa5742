import { useEffect, useRef, useState } from 'react'
import { loadMonaco, type MonacoApi } from '../sql-editor/monaco-loader.ts'
import { MONACO_OPTIONS } from '../sql-editor/monaco-options.ts'
import { applyMonacoTheme } from '../sql-editor/monaco-theme.ts'
import { useTheme } from '../../lib/theme.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type TextDiffProps = {
  /** The titles of both sides. */
  beforeTitle: string
  afterTitle: string
  before: string
  after: string
}

/** Two texts side by side with their differences; below each other where there is no room. */
export function TextDiff({ beforeTitle, afterTitle, before, after }: TextDiffProps) {
  const [monaco, setMonaco] = useState<MonacoApi | 'failed' | undefined>()
  useEffect(() => {
    let isGone = false
    loadMonaco().then(
      (loaded) => !isGone && setMonaco(loaded),
      () => !isGone && setMonaco('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-4 text-xs text-muted">
        <p className="truncate">{beforeTitle}</p>
        <p className="truncate">{afterTitle}</p>
      </div>
      {monaco === undefined && <Skeleton className="h-64" />}
      {monaco === 'failed' && (
        <div className="grid min-h-0 gap-4 sm:grid-cols-2">
          <PlainText label={beforeTitle} text={before} />
          <PlainText label={afterTitle} text={after} />
        </div>
      )}
      {monaco !== undefined && monaco !== 'failed' && (
        <MonacoDiff monaco={monaco} before={before} after={after} />
      )}
    </div>
  )
}

const PlainText = ({ label, text }: { label: string; text: string }) => (
  <pre
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the scrolling text
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-md border bg-sunken p-2 text-xs"
  >
    {text.slice(0, 50_000)}
  </pre>
)

/** Below this width, the texts are shown in one column. */
const NARROW_PX = 520

function MonacoDiff({
  monaco,
  before,
  after,
}: {
  monaco: MonacoApi
  before: string
  after: string
}) {
  const place = useRef<HTMLDivElement>(null)
  const { resolved } = useTheme()
  useEffect(() => applyMonacoTheme(monaco, { isDark: resolved !== 'light' }), [monaco, resolved])
  useEffect(() => {
    if (place.current === null) return undefined
    const original = monaco.editor.createModel(before, 'pgsql')
    const modified = monaco.editor.createModel(after, 'pgsql')
    const editor = monaco.editor.createDiffEditor(place.current, {
      ...MONACO_OPTIONS,
      readOnly: true,
      originalEditable: false,
      renderSideBySideInlineBreakpoint: NARROW_PX,
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      hideUnchangedRegions: { enabled: true },
      ignoreTrimWhitespace: false,
      originalAriaLabel: 'Before',
      modifiedAriaLabel: 'After',
    })
    editor.setModel({ original, modified })
    return () => {
      editor.dispose()
      original.dispose()
      modified.dispose()
    }
  }, [monaco, before, after])
  return <div ref={place} className="h-80 min-h-0 rounded-md border" />
}
