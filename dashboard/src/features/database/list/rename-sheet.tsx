import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { SqlForm } from '../../../components/sql-form/sql-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { renameSql } from '../object-target.ts'
import type { ObjectSheetProps } from './comment-sheet.tsx'

const Renamed = z.object({ name: NewName })

/** Renames an object of any kind. */
export function RenameSheet({
  projectRef,
  name,
  target,
  isMigration = true,
  onClose,
}: ObjectSheetProps) {
  const { values, body, problems, isDirty, change } = useFormValues({ name }, Renamed)
  return (
    <Sheet
      open
      size="lg"
      title={`Rename ${name}`}
      description="Functions and clients that use the old name in a text stop finding it."
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        isMigration={isMigration}
        sql={isDirty && body ? renameSql(target, body.name) : ''}
        submitLabel="Rename"
        success="Renamed"
        onClose={onClose}
      >
        <Field label="Name" error={problems.name}>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
      </SqlForm>
    </Sheet>
  )
}
