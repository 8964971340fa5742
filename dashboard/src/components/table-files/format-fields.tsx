import type { FileFormat } from '@stoa/contract/services/table-files'
import type { ComponentProps } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Toggle } from '../settings/toggle.tsx'

type FormatFieldsProps<Format> = {
  /** Null to detect it, where that can be chosen. */
  format: Format
  /** The sheets of a workbook, if they are known. */
  sheets?: readonly string[] | null
  /** Why the format is not accepted. */
  problem?: string | undefined
  /** Passes text on when a field is left, for a page that reads the file again with each change. */
  settles?: boolean
  /** Adds the choice to detect the format. */
  onDetect?: () => void
  onChange: (format: FileFormat) => void
}

const DETECT = { value: 'detect', label: 'Detect automatically' } as const

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

/** The format of a file and its options. */
export function FormatFields<Format extends FileFormat | null>({
  format,
  sheets = null,
  problem,
  settles = false,
  onDetect,
  onChange,
}: FormatFieldsProps<Format>) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Format">
          {(control) => (
            <Select
              {...control}
              value={format?.kind ?? DETECT.value}
              options={onDetect ? [DETECT, ...FORMATS] : FORMATS}
              onValueChange={(kind) => (kind === 'detect' ? onDetect?.() : onChange(EMPTY[kind]))}
            />
          )}
        </Field>
        {format && <FormatOptions {...{ format, sheets, problem, settles, onChange }} />}
      </div>
      {(format?.kind === 'csv' || format?.kind === 'xlsx') && (
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

type FormatOptionsProps = {
  format: FileFormat
  sheets: readonly string[] | null
  problem: string | undefined
  settles: boolean
  onChange: (format: FileFormat) => void
}

function FormatOptions({ format, sheets, problem, settles, onChange }: FormatOptionsProps) {
  const isText = format.kind === 'csv' || format.kind === 'json' || format.kind === 'jsonl'
  return (
    <>
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
      {format.kind === 'csv' && <CsvFields {...{ format, settles, onChange }} />}
      {format.kind === 'xlsx' && <SheetField {...{ format, sheets, onChange }} />}
      {format.kind === 'json' && (
        <Field
          label="Array path"
          description="Keys that lead to the array, such as data.items. Empty if the file is the array."
          error={problem}
        >
          {(control) => (
            <OptionInput
              {...control}
              settles={settles}
              value={format.path}
              maxLength={200}
              onValueChange={(path) => onChange({ ...format, path: path.trim() })}
            />
          )}
        </Field>
      )}
    </>
  )
}

type SheetFieldProps = {
  format: Extract<FileFormat, { kind: 'xlsx' }>
  sheets: readonly string[] | null
  onChange: (format: FileFormat) => void
}

/** A choice between the sheets, or their name while they are not known. */
function SheetField({ format, sheets, onChange }: SheetFieldProps) {
  if (sheets)
    return (
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
    )
  return (
    <Field label="Sheet" description="The name of the sheet. If empty, the first one.">
      {(control) => (
        <Input
          {...control}
          value={format.sheet}
          maxLength={255}
          onChange={({ target }) => onChange({ ...format, sheet: target.value })}
        />
      )}
    </Field>
  )
}

type CsvFieldsProps = {
  format: Extract<FileFormat, { kind: 'csv' }>
  settles: boolean
  onChange: (format: FileFormat) => void
}

function CsvFields({ format, settles, onChange }: CsvFieldsProps) {
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
          <OptionInput
            {...control}
            className="font-mono"
            settles={settles}
            value={format.null_text}
            maxLength={20}
            onValueChange={(text) => onChange({ ...format, null_text: text })}
          />
        )}
      </Field>
    </>
  )
}

type OptionInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string
  settles: boolean
  onValueChange: (text: string) => void
}

function OptionInput({ value, settles, onValueChange, ...props }: OptionInputProps) {
  if (!settles)
    return <Input {...props} value={value} onChange={({ target }) => onValueChange(target.value)} />
  return (
    <Input
      {...props}
      defaultValue={value}
      onBlur={({ target }) => target.value !== value && onValueChange(target.value)}
    />
  )
}
