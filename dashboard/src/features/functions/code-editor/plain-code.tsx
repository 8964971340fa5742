import { useEffect, useRef } from 'react'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import type { CodeEditorProps } from './code-editor-props.ts'

/** A text field with the code of the selected file, used when Monaco fails to load. */
export function PlainCode({ files, path, readOnly, place, onChange }: CodeEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!place || !field.current) return
    const lines = field.current.value.split('\n')
    const start = lines.slice(0, place.line - 1).join('\n').length + (place.line > 1 ? 1 : 0)
    field.current.focus()
    field.current.setSelectionRange(start, start + (lines[place.line - 1]?.length ?? 0))
  }, [place])
  const change = (content: string) =>
    onChange(files.map((file) => (file.path === path ? { ...file, content } : file)))
  return (
    <Textarea
      ref={field}
      aria-label={`Code of ${path}`}
      readOnly={readOnly}
      spellCheck={false}
      autoCapitalize="off"
      wrap="off"
      className="min-h-0 flex-1 resize-none rounded-none border-0 font-mono text-xs leading-5"
      value={files.find((file) => file.path === path)?.content ?? ''}
      onChange={(event) => change(event.target.value)}
    />
  )
}
