import { ReplacedServer, type ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useSchemaForm } from '../../components/form/use-endpoint-form.ts'
import { useGuardedForm } from '../../components/form/use-guarded-form.ts'
import {
  useCreateForeignServer,
  useUpdateForeignServer,
} from '../../data/resources/services/wrappers/servers.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { changedServer, draftOf, EMPTY_DRAFT, NEW_SERVER } from './draft.ts'
import { ServerFields } from './server-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

export function NewServerSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateForeignServer(projectRef)
  const { values, problems, change, state } = useSchemaForm(NEW_SERVER, {
    defaults: { name: '', ...EMPTY_DRAFT },
    mutation: create,
    onSuccess: onClose,
  })
  return (
    <Sheet open title="New foreign server" onClose={onClose}>
      <SheetForm submitLabel="Create server" {...state} onCancel={onClose}>
        <Field
          label="Name"
          description="The name in SQL. Can’t be changed later."
          error={problems.name}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={values.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <ServerFields {...{ projectRef, problems }} value={values} onChange={change} />
      </SheetForm>
    </Sheet>
  )
}

export function EditServerSheet({
  projectRef,
  server,
  onClose,
}: SheetProps & { server: ForeignServer }) {
  const { conflict, ...guarded } = useGuardedForm({
    schema: ReplacedServer,
    record: server,
    mutation: useUpdateForeignServer(projectRef, server.id),
    onSaved: onClose,
  })
  const { values, problems, change, state } = useSchemaForm(changedServer(server), {
    defaults: draftOf(server),
    mutation: guarded,
  })
  return (
    <Sheet open title={`Edit ${server.name}`} onClose={onClose}>
      <SheetForm submitLabel="Save" {...state} onCancel={onClose}>
        <ServerFields
          {...{ projectRef, problems }}
          keepsPassword={server.is_connected}
          value={values}
          onChange={change}
        />
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </Sheet>
  )
}
