import { Toggle } from '../../components/settings/toggle.tsx'
import type { ImportPreview } from '../../data/resources/services/imports/imports.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'

type FileFormat = ImportPreview['format']

type FormatFieldsProps = {
  format: FileFormat
  sheets: readonly string[] | null
  onChange: (format: FileFormat) => void
}

const FORMATS = [
  { value: 'csv', label: 'CSV or TSV' },
  { value: 'json', label: 'JSON array' },
  { value: 'jsonl', label: 'JSON lines' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'parquet', label: 'Parquet' },
] as const

const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
] as const

const QUOTES = [
  { value: '"', label: 'Double quote' },
  { value: "'", label: 'Single quote' },
] as const

const DECIMALS = [
  { value: '.', label: 'Point (1234.5)' },
  { value: ',', label: 'Comma (1.234,5)' },
] as const

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16 (big endian)' },
  { value: 'windows-1252', label: 'Windows-1252 (Latin-1)' },
] as const

const EMPTY: Readonly<{ [Kind in FileFormat['kind']]: FileFormat }> = {
  csv: { kind: 'csv', has_header: true, delimiter: ',', null_text: '' },
  json: { kind: 'json', path: '' },
  jsonl: { kind: 'jsonl' },
  xlsx: { kind: 'xlsx', sheet: '', has_header: true },
  parquet: { kind: 'parquet' },
}

/** The format of a file, as it was detected, and its options. */
export function FormatFields({ format, sheets, onChange }: FormatFieldsProps) {
  const isText = format.kind === 'csv' || format.kind === 'json' || format.kind === 'jsonl'
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Format">
          {(control) => (
            <Select
              {...control}
              value={format.kind}
              options={FORMATS}
              onValueChange={(kind) => onChange(EMPTY[kind])}
            />
          )}
        </Field>
        {isText && (
          <Field label="Encoding">
            {(control) => (
              <Select
                {...control}
                value={format.encoding ?? 'utf-8'}
                options={ENCODINGS}
                onValueChange={(encoding) => onChange({ ...format, encoding })}
              />
            )}
          </Field>
        )}
        {format.kind === 'csv' && <CsvFields format={format} onChange={onChange} />}
        {format.kind === 'xlsx' && sheets && (
          <Field label="Sheet">
            {(control) => (
              <Select
                {...control}
                value={format.sheet}
                options={sheets.map((name) => ({ value: name, label: name }))}
                onValueChange={(sheet) => onChange({ ...format, sheet })}
              />
            )}
          </Field>
        )}
        {format.kind === 'json' && (
          <Field
            label="Array path"
            description="Keys that lead to the array, such as data.items. Empty if the file is the array."
          >
            {(control) => (
              <Input
                {...control}
                defaultValue={format.path}
                maxLength={200}
                onBlur={({ target }) => onChange({ ...format, path: target.value.trim() })}
              />
            )}
          </Field>
        )}
      </div>
      {(format.kind === 'csv' || format.kind === 'xlsx') && (
        <Toggle label="First row contains column names">
          {(control) => (
            <Switch
              {...control}
              checked={format.has_header}
              onCheckedChange={(hasHeader) => onChange({ ...format, has_header: hasHeader })}
            />
          )}
        </Toggle>
      )}
    </>
  )
}

type CsvFieldsProps = {
  format: Extract<FileFormat, { kind: 'csv' }>
  onChange: (format: FileFormat) => void
}

function CsvFields({ format, onChange }: CsvFieldsProps) {
  return (
    <>
      <Field label="Delimiter">
        {(control) => (
          <Select
            {...control}
            value={format.delimiter}
            options={DELIMITERS}
            onValueChange={(delimiter) => onChange({ ...format, delimiter })}
          />
        )}
      </Field>
      <Field label="Quote">
        {(control) => (
          <Select
            {...control}
            value={format.quote ?? '"'}
            options={QUOTES}
            onValueChange={(quote) => onChange({ ...format, quote })}
          />
        )}
      </Field>
      <Field label="Decimal separator">
        {(control) => (
          <Select
            {...control}
            value={format.decimal ?? '.'}
            options={DECIMALS}
            onValueChange={(decimal) => onChange({ ...format, decimal })}
          />
        )}
      </Field>
      <Field
        label="Null string"
        description="Read this text as null. If empty, empty values are null."
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            defaultValue={format.null_text}
            maxLength={20}
            onBlur={({ target }) => {
              if (target.value !== format.null_text)
                onChange({ ...format, null_text: target.value })
            }}
          />
        )}
      </Field>
    </>
  )
}
