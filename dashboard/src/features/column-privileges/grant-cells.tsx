import type { ColumnPrivilege } from '@stoa/contract/services/meta/privileges'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { isGranted, toggleColumn, toggleWhole, type Grant, type Grants } from './grants.ts'
import { privilegeName } from './privilege-change.ts'

/** The state that the cells of a table of grants share. */
export type Grid = {
  saved: Grants
  value: Grants
  disabled: boolean
  onChange: (changes: Partial<Grants>) => void
}

type CellProps = Grid & {
  privilege: ColumnPrivilege
}

/** The grant of a privilege on the whole table. */
export function WholeCell({
  privilege,
  hasSome,
  value,
  disabled,
  onChange,
}: CellProps & { hasSome: boolean }) {
  const grant = value[privilege]
  return (
    <GrantCell>
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

/** The grant of a privilege on one column. */
export function ColumnCell({ privilege, columnId, columnName, source, ...props }: ColumnCellProps) {
  const { columnIds, disabled, onChange } = props
  const saved = props.saved[privilege]
  const grant = props.value[privilege]
  const isOn = isGranted(grant, columnId)
  return (
    <GrantCell>
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

const GrantCell = ({ children }: { children: ReactNode }) => (
  <span className="grid justify-items-center gap-0.5">{children}</span>
)
