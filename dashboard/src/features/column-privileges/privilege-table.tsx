import type { ColumnPrivilege } from '@stoa/contract/services/meta/privileges'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { isGranted, type Held, type Inherited } from './grants.ts'
import { ColumnCell, WholeCell, type Grid } from './grant-cells.tsx'
import { privilegeName } from './privilege-change.ts'

type PrivilegeTableProps = Grid & {
  label: string
  /** The privileges that apply to this kind of relation. */
  privileges: readonly ColumnPrivilege[]
  held: Held
  types: ReadonlyMap<string, string>
  inherited: readonly Inherited[]
}

/** The number of columns from which a search field is shown. */
const MANY = 20
/** The maximum number of rows shown without a search, since each row has four controls. */
const MOST_SHOWN = 100

/** Columns by privilege, with the grants on the whole table in the first row. */
export function PrivilegeTable({
  label,
  privileges,
  held,
  types,
  inherited,
  ...grid
}: PrivilegeTableProps) {
  const [search, setSearch] = useState('')
  const { columns } = held
  const columnIds = columns.map(({ column_id }) => column_id)
  const wanted = search.trim().toLowerCase()
  const found = columns.filter(({ column_name }) => column_name.toLowerCase().includes(wanted))
  const shown = found.slice(0, MOST_SHOWN)
  const sources = new Map(inherited.map((one) => [`${one.privilege} ${one.columnId}`, one.from]))
  return (
    <div className="grid grid-cols-1 gap-2">
      {columns.length >= MANY && (
        <Input
          type="search"
          aria-label="Search columns"
          placeholder="Search columns"
          className="max-w-xs"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <RecordTable
        label={label}
        layout="auto"
        items={[WHOLE_TABLE, ...shown.map((column) => ({ id: column.column_id, ...column }))]}
        nameOf={({ column_name: name }) => name}
        rowClassName={({ id }) => (id === WHOLE_TABLE.id ? 'bg-sunken' : undefined)}
        columns={[
          nameColumn(types),
          ...privileges.map((privilege) =>
            privilegeColumn(privilege, { grid, columnIds, sources }),
          ),
        ]}
      />
      {found.length === 0 && (
        <p className="py-4 text-center text-xs text-muted">No column named “{search}”</p>
      )}
      {found.length > shown.length && (
        <p className="text-xs text-muted">
          {(found.length - shown.length).toLocaleString('en')} more columns. Search to find them.
        </p>
      )}
    </div>
  )
}

type Row = { id: string; column_name: string }

/** The first row, whose grants include columns that are added later. */
const WHOLE_TABLE: Row = { id: 'whole table', column_name: 'Whole table' }

const nameColumn = (types: ReadonlyMap<string, string>): RecordColumn<Row> => ({
  header: 'Column',
  isRowHeader: true,
  className: 'px-2 sm:px-3',
  textClassName: 'min-w-24 py-2',
  cell: ({ id, column_name: name }) =>
    id === WHOLE_TABLE.id ? (
      <>
        <span className="font-medium">Whole table</span>
        <span className="block text-muted">includes columns added later</span>
      </>
    ) : (
      <>
        <code className="break-words">{name}</code>{' '}
        <code className="ml-1 break-words text-muted">{types.get(name)}</code>
      </>
    ),
})

type PrivilegeColumnOptions = {
  grid: Grid
  columnIds: readonly string[]
  /** The roles through which privileges are inherited. */
  sources: ReadonlyMap<string, string>
}

const privilegeColumn = (
  privilege: ColumnPrivilege,
  { grid, columnIds, sources }: PrivilegeColumnOptions,
): RecordColumn<Row> => ({
  header: privilegeName(privilege),
  className: 'w-13 px-1 sm:w-28',
  headerClassName: 'text-center',
  textClassName: ({ id }) => (isChanged(grid, privilege, id) ? 'bg-accent-soft' : undefined),
  cell: ({ id, column_name: name }) =>
    id === WHOLE_TABLE.id ? (
      <WholeCell
        privilege={privilege}
        hasSome={columnIds.some((each) => isGranted(grid.value[privilege], each))}
        {...grid}
      />
    ) : (
      <ColumnCell
        privilege={privilege}
        columnId={id}
        columnName={name}
        columnIds={columnIds}
        source={sources.get(`${privilege} ${id}`)}
        {...grid}
      />
    ),
})

function isChanged({ saved, value }: Grid, privilege: ColumnPrivilege, id: string): boolean {
  if (id === WHOLE_TABLE.id) return value[privilege].whole !== saved[privilege].whole
  return isGranted(value[privilege], id) !== isGranted(saved[privilege], id)
}
