import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { SqlForm, type SqlRun } from '../../../components/sql-form/sql-form.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { renameSql } from '../object-target.ts'
import type { ObjectSheetProps } from './comment-sheet.tsx'
import { NameField } from './name-field.tsx'

const Renamed = z.object({ name: NewName })

type RenameSheetProps = ObjectSheetProps & {
  /** Renames it; by default, with SQL. */
  runOf?: (name: string) => SqlRun
}

/** Renames an object of any kind. */
export function RenameSheet({
  projectRef,
  name,
  target,
  isMigration = true,
  runOf,
  onClose,
}: RenameSheetProps) {
  const { values, body, problems, showProblems, isDirty, change } = useFormValues({ name }, Renamed)
  return (
    <Sheet
      open
      size="lg"
      title={`Rename ${name}`}
      description="Functions and clients that still use the old name stop working."
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        showProblems={showProblems}
        isDirty={isDirty}
        isMigration={isMigration}
        run={body && runOf?.(body.name)}
        sql={isDirty && body ? renameSql(target, body.name) : ''}
        submitLabel="Rename"
        success="Renamed"
        onClose={onClose}
      >
        <NameField
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
      </SqlForm>
    </Sheet>
  )
}
