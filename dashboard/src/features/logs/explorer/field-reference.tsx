import { LOG_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { useState } from 'react'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

type FieldReferenceProps = {
  /** Called with the name to write where the cursor is. */
  onInsert: (name: string) => void
}

const OPTIONS = LOG_SOURCES.map(({ reference, name }) => ({ value: reference, label: name }))

/** The sources with their fields. A click writes the name into the query. */
export function FieldReference({ onInsert }: FieldReferenceProps) {
  const [source, setSource] = useState<LogSourceName>('edge_logs')
  const [search, setSearch] = useState('')
  const fields = LOG_SOURCES.find(({ reference }) => reference === source)?.fields ?? []
  const shown = fields.filter(({ path }) => path.toLowerCase().includes(search.toLowerCase()))
  return (
    <div className="grid content-start gap-2 text-xs">
      <Select aria-label="Source" value={source} options={OPTIONS} onValueChange={setSource} />
      <SearchInput label="Search fields" value={search} onValueChange={setSearch} />
      <FieldButton name={source} detail="table" onInsert={onInsert} />
      <ul aria-label={`Fields of ${source}`} className="grid">
        {shown.map(({ path, type }) => (
          <li key={path}>
            <FieldButton name={path} detail={type} onInsert={onInsert} />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-1.5 text-muted">No fields match.</p>}
    </div>
  )
}

type FieldButtonProps = FieldReferenceProps & { name: string; detail: string }

const FieldButton = ({ name, detail, onInsert }: FieldButtonProps) => (
  <button
    type="button"
    title={`Insert ${name}`}
    onClick={() => onInsert(name)}
    className="flex min-h-6 w-full items-baseline gap-2 rounded-sm px-1.5 py-0.5 text-left hover:bg-hover pointer-coarse:min-h-8"
  >
    <span className="min-w-0 flex-1 font-mono wrap-anywhere">{name}</span>
    <span className="shrink-0 text-muted">{detail}</span>
  </button>
)
