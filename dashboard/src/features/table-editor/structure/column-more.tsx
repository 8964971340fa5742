import { Option } from '../../../components/form/option.tsx'
import { ColumnDetails, IdentityField, isCountedType } from './column-fields.tsx'
import type { ColumnFieldsProps } from './column-fields-props.ts'

/** The properties of a new column that its line has no room for. */
export function ColumnMore({ draft, onChange, ...props }: ColumnFieldsProps) {
  return (
    <>
      <Option checked={draft.isArray} onChange={(isArray) => onChange({ isArray })}>
        Array of {draft.type}
      </Option>
      {isCountedType(draft) && <IdentityField draft={draft} onChange={onChange} />}
      <ColumnDetails draft={draft} onChange={onChange} {...props} />
    </>
  )
}
