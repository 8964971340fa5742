import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { useForm } from '../../components/form/use-form.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

type ChooseFileProps = { onFile: (file: File) => void }

const ACCEPTED = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,.parquet,.sql,.gz'

/** Takes a file that is dropped or selected, or pasted text. */
export function ChooseFile({ onFile }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [isPasting, setIsPasting] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  if (isPasting) return <PasteForm onFile={onFile} onCancel={() => setIsPasting(false)} />
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-3 rounded-lg border border-dashed px-4 py-10 text-center transition-colors',
        isOver && 'border-accent bg-accent-soft',
      )}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <FileUp className="size-5 text-muted" aria-hidden />
      <div>
        <p className="font-medium">Drop a file here</p>
        <p className="text-xs text-muted">
          CSV, TSV, JSON, JSON lines, Excel (XLSX), Parquet, or SQL, up to 4 GB
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose file
        </Button>
        <Button onClick={() => setIsPasting(true)}>Paste text</Button>
      </div>
      <input
        ref={input}
        type="file"
        aria-label="File to import"
        className="sr-only"
        tabIndex={-1}
        accept={ACCEPTED}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

function PasteForm({ onFile, onCancel }: ChooseFileProps & { onCancel: () => void }) {
  const { values, change, state } = useForm({
    values: { text: '' },
    submit: ({ text }) => onFile(new File([text], 'pasted.txt', { type: 'text/plain' })),
  })
  const form = { ...state, canSubmit: values.text.trim() !== '' }
  return (
    <Form {...form} className="grid max-w-3xl gap-3">
      {(leave) => (
        <>
          <Textarea
            aria-label="Text to import"
            className="font-mono text-xs"
            rows={10}
            spellCheck={false}
            placeholder="Paste rows from a spreadsheet, or CSV or JSON. The first row can contain column names."
            value={values.text}
            onChange={({ target }) => change({ text: target.value })}
          />
          <div className="flex gap-2">
            <SubmitButton state={form}>Continue</SubmitButton>
            <Button onClick={() => leave(onCancel)}>Cancel</Button>
          </div>
        </>
      )}
    </Form>
  )
}
