import { ReplacedServer, type ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
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
  const { values, problems, change, state } = useForm({
    schema: NEW_SERVER,
    values: { name: '', ...EMPTY_DRAFT },
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
  const { values, problems, change, state, conflict } = useForm({
    kind: 'record',
    schema: changedServer(server),
    values: draftOf(server),
    mutation: useUpdateForeignServer(projectRef, server.id),
    guard: { schema: ReplacedServer, record: server },
    onSuccess: onClose,
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
