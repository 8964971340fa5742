import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { NameField } from './name-field.tsx'

const Renamed = z.object({ name: NewName })

type RenameSheetProps = {
  projectRef: string
  /** The object's name as its list shows it. */
  name: string
  /** The change that gives the object a name. */
  changeOf: (name: string) => ObjectChange
  onClose: () => void
}

/** Renames an object of any kind. */
export function RenameSheet({ projectRef, name, changeOf, onClose }: RenameSheetProps) {
  const { values, body, problems, change, isDirty, state } = useForm({
    kind: 'record',
    values: { name },
    schema: Renamed,
  })
  return (
    <Sheet
      open
      size="lg"
      title={`Rename ${name}`}
      description="Functions and clients that still use the old name stop working."
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={isDirty && body ? changeOf(body.name) : undefined}
        submitLabel="Rename"
        success="Renamed"
        onClose={onClose}
      >
        <NameField
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
      </ChangeForm>
    </Sheet>
  )
}
