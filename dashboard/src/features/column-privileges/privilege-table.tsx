import type { ColumnPrivilege } from '@stoa/contract/services/meta/privileges'
import { useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import {
  isGranted,
  toggleColumn,
  toggleWhole,
  type Grant,
  type Grants,
  type Held,
  type Inherited,
} from './grants.ts'
import { privilegeName } from './privilege-change.ts'

type PrivilegeTableProps = {
  label: string
  /** The privileges that apply to this kind of relation. */
  privileges: readonly ColumnPrivilege[]
  held: Held
  types: ReadonlyMap<string, string>
  saved: Grants
  value: Grants
  inherited: readonly Inherited[]
  disabled: boolean
  onChange: (changes: Partial<Grants>) => void
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
      <Table aria-label={label}>
        <TableHead>
          <tr>
            <TableHeader className="px-2 sm:px-3">Column</TableHeader>
            {privileges.map((privilege) => (
              <TableHeader key={privilege} className="w-13 px-1 text-center sm:w-28">
                {privilegeName(privilege)}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          <TableRow className="border-t bg-sunken">
            <th scope="row" className="min-w-24 px-2 py-2 font-medium sm:px-3">
              Whole table
              <span className="block font-normal text-muted">includes columns added later</span>
            </th>
            {privileges.map((privilege) => (
              <WholeCell
                key={privilege}
                privilege={privilege}
                hasSome={columnIds.some((id) => isGranted(grid.value[privilege], id))}
                {...grid}
              />
            ))}
          </TableRow>
          {shown.map(({ column_id, column_name }) => (
            <TableRow key={column_id}>
              <th scope="row" className="min-w-24 px-2 py-2 font-normal sm:px-3">
                <code className="break-words">{column_name}</code>{' '}
                <code className="ml-1 break-words text-muted">{types.get(column_name)}</code>
              </th>
              {privileges.map((privilege) => (
                <ColumnCell
                  key={privilege}
                  privilege={privilege}
                  columnId={column_id}
                  columnName={column_name}
                  columnIds={columnIds}
                  source={sources.get(`${privilege} ${column_id}`)}
                  {...grid}
                />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
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

type CellProps = Pick<PrivilegeTableProps, 'saved' | 'value' | 'disabled' | 'onChange'> & {
  privilege: ColumnPrivilege
}

function WholeCell({
  privilege,
  hasSome,
  saved,
  value,
  disabled,
  onChange,
}: CellProps & { hasSome: boolean }) {
  const grant = value[privilege]
  return (
    <GrantCell isChanged={grant.whole !== saved[privilege].whole}>
      <Checkbox
        aria-label={`${privilegeName(privilege)} on the whole table`}
        checked={grant.whole || (hasSome && 'indeterminate')}
        disabled={disabled}
        onCheckedChange={() => onChange(one(privilege, toggleWhole(grant)))}
      />
    </GrantCell>
  )
}

type ColumnCellProps = CellProps & {
  columnId: string
  columnName: string
  columnIds: readonly string[]
  /** The role through which this role inherits the same privilege. */
  source: string | undefined
}

function ColumnCell({ privilege, columnId, columnName, source, ...props }: ColumnCellProps) {
  const { columnIds, disabled, onChange } = props
  const saved = props.saved[privilege]
  const grant = props.value[privilege]
  const isOn = isGranted(grant, columnId)
  return (
    <GrantCell isChanged={isOn !== isGranted(saved, columnId)}>
      <Checkbox
        aria-label={`${privilegeName(privilege)} on ${columnName}`}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={() =>
          onChange(one(privilege, toggleColumn(grant, columnId, { columnIds, saved })))
        }
      />
      {source !== undefined && !isOn && (
        <span className="text-2xs break-words text-muted">via {source}</span>
      )}
    </GrantCell>
  )
}

const one = (privilege: ColumnPrivilege, grant: Grant): Partial<Grants> => ({ [privilege]: grant })

const GrantCell = ({ isChanged, children }: { isChanged: boolean; children: ReactNode }) => (
  <TableCell className={classNames('px-1', isChanged && 'bg-accent-soft')}>
    <span className="grid justify-items-center gap-0.5">{children}</span>
  </TableCell>
)
