import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { CodeEditor } from './code-editor/code-editor.tsx'
import { isSourcePath, type SourceFile } from './source-file.ts'
import type { SourcePlace, SourceProblem } from './source-problem.ts'

const NO_PROBLEMS: readonly SourceProblem[] = []

type FileEditorProps = {
  files: readonly SourceFile[]
  /** The file that cannot be deleted. */
  entrypoint: string
  onChange: (files: readonly SourceFile[]) => void
  readOnly?: boolean
  /** Each new value opens the file and selects the line. */
  place?: SourcePlace | undefined
  /** Problems that stay marked until the text changes. */
  problems?: readonly SourceProblem[] | undefined
  /** Mod+S was pressed. */
  onSave?: () => void
}

/** The files of a function: a list, and the text of the selected one. */
export function FileEditor(props: FileEditorProps) {
  const { files, entrypoint, onChange, readOnly = false, place, problems = NO_PROBLEMS } = props
  const [selected, setSelected] = useState(entrypoint)
  const [shownPlace, setShownPlace] = useState<SourcePlace>()
  if (place !== shownPlace) {
    setShownPlace(place)
    if (place) setSelected(place.path)
  }
  const file = files.find(({ path }) => path === selected) ?? files[0]
  const isText = file?.encoding === 'utf8'
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
      {!isText && (
        <p className="p-3 text-muted">This file isn’t text. Deploying keeps it unchanged.</p>
      )}
      <div className={classNames('min-w-0 flex-col', isText ? 'flex' : 'hidden')}>
        <div className="h-112 p-0.5 outline-focus has-[.focused]:outline-2 has-[.focused]:-outline-offset-2 max-md:h-96">
          <CodeEditor
            files={files}
            path={file?.path ?? ''}
            readOnly={readOnly}
            place={place}
            problems={problems}
            onChange={onChange}
            onOpen={setSelected}
            onSave={() => props.onSave?.()}
          />
        </div>
        {!readOnly && (
          <p className="border-t px-3 py-1.5 text-xs text-muted">
            <Kbd shortcut="Mod+S" /> deploys. <Kbd shortcut="Esc" />, then <Kbd shortcut="Tab" />{' '}
            leaves the editor.
          </p>
        )}
      </div>
    </div>
  )
}

type AddFileProps = { existing: readonly SourceFile[]; onAdd: (path: string) => void }

function AddFile({ existing, onAdd }: AddFileProps) {
  const [path, setPath] = useState('')
  const name = path.trim()
  const canAdd = isSourcePath(name) && !existing.some((file) => file.path === name)
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
