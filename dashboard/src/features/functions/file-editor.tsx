import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { SourcePlace } from './source-place.ts'

/** `encoding` is `base64` for a file that is not text, which is kept as it is. */
export type SourceFile = {
  readonly path: string
  readonly content: string
  readonly encoding: 'utf8' | 'base64'
}

type FileEditorProps = {
  files: readonly SourceFile[]
  /** The file that cannot be deleted. */
  entrypoint: string
  onChange: (files: readonly SourceFile[]) => void
  readOnly?: boolean
  /** Each new value opens the file and selects the line. */
  place?: SourcePlace | undefined
}

/** The files of a function: a list, and the text of the selected one. */
export function FileEditor({ files, entrypoint, onChange, readOnly, place }: FileEditorProps) {
  const [selected, setSelected] = useState(entrypoint)
  const [shownPlace, setShownPlace] = useState<SourcePlace>()
  const field = useRef<HTMLTextAreaElement>(null)
  if (place !== shownPlace) {
    setShownPlace(place)
    if (place) setSelected(place.path)
  }
  useEffect(() => {
    if (!place || !field.current) return
    const lines = field.current.value.split('\n')
    const start = lines.slice(0, place.line - 1).join('\n').length + (place.line > 1 ? 1 : 0)
    field.current.focus()
    field.current.setSelectionRange(start, start + (lines[place.line - 1]?.length ?? 0))
  }, [place])
  const file = files.find(({ path }) => path === selected) ?? files[0]
  const change = (content: string) =>
    onChange(files.map((each) => (each.path === file?.path ? { ...each, content } : each)))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] rounded-md border md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="border-b p-2 md:border-r md:border-b-0">
        <ul aria-label="Files" className="grid gap-0.5">
          {files.map(({ path }) => (
            <li key={path} className="flex items-center gap-0.5">
              <Button
                variant="ghost"
                aria-pressed={path === file?.path}
                className={classNames(
                  'min-w-0 flex-1 justify-start font-mono',
                  path === file?.path && 'bg-hover text-text',
                )}
                onClick={() => setSelected(path)}
              >
                <span className="truncate">{path}</span>
              </Button>
              {!readOnly && path !== entrypoint && (
                <IconButton
                  label={`Remove ${path}`}
                  onClick={() => onChange(files.filter((each) => each.path !== path))}
                >
                  <Trash2 className="size-3.5" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        {!readOnly && (
          <AddFile
            existing={files}
            onAdd={(path) => {
              onChange([...files, { path, content: '', encoding: 'utf8' }])
              setSelected(path)
            }}
          />
        )}
      </div>
      {file?.encoding === 'base64' ? (
        <p className="p-3 text-muted">This file isn’t text. Deploying keeps it unchanged.</p>
      ) : (
        <Textarea
          ref={field}
          aria-label={`Code of ${file?.path ?? ''}`}
          rows={22}
          readOnly={readOnly}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          className="rounded-none border-0 font-mono text-xs leading-5"
          value={file?.content ?? ''}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </div>
  )
}

type AddFileProps = { existing: readonly SourceFile[]; onAdd: (path: string) => void }

function AddFile({ existing, onAdd }: AddFileProps) {
  const [path, setPath] = useState('')
  const name = path.trim()
  const canAdd = name !== '' && !existing.some((file) => file.path === name)
  const add = () => {
    if (!canAdd) return
    onAdd(name)
    setPath('')
  }
  return (
    <div className="mt-2 flex gap-1">
      <Input
        aria-label="Path of a new file"
        placeholder="lib/greet.ts"
        className="min-w-0 font-mono"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <IconButton label="Add file" disabled={!canAdd} onClick={add}>
        <Plus className="size-3.5" />
      </IconButton>
    </div>
  )
}
