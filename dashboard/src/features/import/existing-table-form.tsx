import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ColumnReading } from '@stoa/contract/services/table-files'
import { useState } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ColumnFormat, valueKindOf } from './column-format.tsx'
import {
  columnsProblem,
  existingTableDraft,
  existingTarget,
  mappedKeys,
  withoutReading,
  type ColumnDraft,
} from './import-draft.ts'
import { StartForm, type SetupProps } from './start-form.tsx'

const APPEND = 'append'
const NOT_MAPPED = ' none'

/** The columns of a table that get values from the file, and how its rows are added. */
export function ExistingTableForm(props: SetupProps & { table: TableDetail }) {
  const { preview, table } = props
  const [draft, setDraft] = useState(() => existingTableDraft(preview, table))
  const keys = mappedKeys(table, draft.columns)
  const key = keys.find((names) => names.join() === draft.key?.join())
  const problem = columnsProblem(draft.columns)
  const columns = [
    { value: NOT_MAPPED, label: 'Not imported' },
    ...table.columns
      .filter(({ is_generated: isGenerated }) => !isGenerated)
      .map(({ name, type }) => ({ value: name, label: `${name} (${type})` })),
  ]
  const map = (source: string, name: string) =>
    setDraft({
      ...draft,
      columns: draft.columns.map((column): ColumnDraft => {
        if (column.source === source)
          return {
            ...withoutReading(column),
            name: name === NOT_MAPPED ? '' : name,
            isIncluded: name !== NOT_MAPPED,
          }
        // A column of the table gets the values of one column.
        return column.name === name ? { ...column, name: '', isIncluded: false } : column
      }),
    })
  const read = (source: string, reading: ColumnReading | undefined) =>
    setDraft({
      ...draft,
      columns: draft.columns.map(({ reading: before, ...column }): ColumnDraft => {
        const next = column.source === source ? reading : before
        return { ...column, ...(next && { reading: next }) }
      }),
    })
  return (
    <>
      <Section
        title="Columns"
        description="Columns of the file are mapped by name. Columns that are not mapped get their default."
      >
        <ul aria-label="Columns" className="grid max-h-96 gap-1.5 overflow-y-auto">
          {draft.columns.map(({ source, name, isIncluded, reading }) => (
            <li
              key={source}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 p-px"
            >
              <span className="truncate font-mono text-xs" title={source}>
                {source}
              </span>
              <Select
                aria-label={`Column for ${source}`}
                className="font-mono text-xs"
                value={name === '' ? NOT_MAPPED : name}
                options={columns}
                onValueChange={(next) => map(source, next)}
              />
              <ColumnFormat
                source={source}
                kind={valueKindOf(table.columns.find((one) => one.name === name)?.type ?? '')}
                disabled={!isIncluded}
                reading={reading}
                onChange={(next) => read(source, next)}
              />
            </li>
          ))}
        </ul>
        <Field
          label="Rows"
          description="An update changes the mapped columns of rows with the same key."
        >
          {(control) => (
            <Select
              {...control}
              value={key ? key.join() : APPEND}
              options={[
                { value: APPEND, label: 'Append all rows' },
                ...keys.map((names) => ({
                  value: names.join(),
                  label: `Update rows with the same ${names.join(', ')}, append the others`,
                })),
              ]}
              onValueChange={(next) =>
                setDraft({ ...draft, key: keys.find((names) => names.join() === next) })
              }
            />
          )}
        </Field>
      </Section>
      <StartForm
        {...props}
        problem={problem}
        hasDates={table.columns.some(({ category }) => category === 'D')}
        target={problem === undefined ? existingTarget(table.id, { ...draft, key }) : undefined}
      />
    </>
  )
}
