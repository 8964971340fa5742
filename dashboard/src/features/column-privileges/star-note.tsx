import { Callout } from '../../ui/feedback/callout.tsx'
import { isGranted, type Grant, type Held, type Inherited } from './grants.ts'

type StarNoteProps = {
  role: string
  held: Held
  /** The Select privilege as it will be after saving. */
  select: Grant
  inherited: readonly Inherited[]
}

const MOST_NAMED = 3

/** Warns that `*` fails for a role that can read some columns but not all of them. */
export function StarNote({ role, held, select, inherited }: StarNoteProps) {
  const through = new Set(
    inherited.flatMap(({ privilege, columnId }) => (privilege === 'SELECT' ? [columnId] : [])),
  )
  const readable = held.columns.filter(
    ({ column_id }) => isGranted(select, column_id) || through.has(column_id),
  )
  if (readable.length === 0 || readable.length === held.columns.length) return null
  const names = readable.slice(0, MOST_NAMED).map(({ column_name }) => column_name)
  return (
    <Callout type="caution" title={<>{role} cannot use * on this table</>}>
      Selecting all columns fails with error 42501, because {role} can’t read every column. Name the
      columns to read, also in writes that return rows: <code>.select('{names.join(', ')}')</code>
    </Callout>
  )
}
