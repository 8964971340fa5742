import { Callout } from '../../ui/callout.tsx'
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
      <code>select *</code> and PostgREST’s <code>*</code>, which a request that names no columns
      means, need Select on every column and fail here with 42501. Name what is read:{' '}
      <code>.select('{names.join(', ')}')</code>, behind a write that returns its rows as well.
    </Callout>
  )
}
