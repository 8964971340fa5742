import { useImperativeHandle, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { matchesShortcut } from '../../lib/shortcuts.ts'
import type { TextPosition } from './create-sql-editor.ts'
import type { SqlEditorProps } from './sql-editor-props.ts'

/** A text field with the editor's shortcuts and controller, used when Monaco fails to load. */
export function PlainEditor({
  onReady,
  initialText,
  onChange,
  onRun,
  onRunStatement = onRun,
  onExplain,
  onAnalyze,
  onDescribe,
  onSave,
  onFormat,
  readOnly = false,
}: SqlEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(onReady, () => {
    const text = () => field.current?.value ?? ''
    return {
      text,
      selection() {
        const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
        if (selectionStart === selectionEnd) return undefined
        return {
          text: text().slice(selectionStart, selectionEnd),
          start: positionAt(text(), selectionStart),
        }
      },
      cursor: () => field.current?.selectionStart ?? 0,
      replaceText(next) {
        if (field.current === null || next === text()) return
        field.current.value = next
        onChange(text)
      },
      markError: () => undefined,
      clearErrors: () => undefined,
      goTo(position) {
        const offset = offsetOf(text(), position)
        field.current?.focus()
        field.current?.setSelectionRange(offset, offset)
      },
      focus: () => field.current?.focus(),
      dispose: () => undefined,
    }
  }, [onChange])
  const handleKeyDown = (event: KeyboardEvent) => {
    const actions = {
      'Mod+Enter': onRun,
      'Mod+Shift+Enter': onRunStatement,
      'Mod+Shift+E': onExplain,
      'Mod+Alt+E': onAnalyze,
      F12: onDescribe,
      'Mod+S': onSave,
      'Alt+Shift+F': onFormat,
    }
    for (const [shortcut, act] of Object.entries(actions)) {
      if (!act || !matchesShortcut(event.nativeEvent, shortcut)) continue
      event.preventDefault()
      act()
    }
  }
  return (
    <textarea
      ref={field}
      aria-label="SQL"
      defaultValue={initialText}
      readOnly={readOnly}
      spellCheck={false}
      onKeyDown={handleKeyDown}
      onChange={() => onChange(() => field.current?.value ?? '')}
      className="size-full min-h-0 flex-1 resize-none bg-surface px-4 py-3 font-mono text-sm outline-none"
    />
  )
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
  }
}

function offsetOf(text: string, { line, column }: TextPosition): number {
  const lines = text.split('\n').slice(0, line - 1)
  return lines.reduce((length, each) => length + each.length + 1, 0) + column - 1
}
