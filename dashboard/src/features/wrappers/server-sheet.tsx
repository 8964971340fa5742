import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { formProblem } from '../../components/form/form-problem.ts'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { useCreateForeignServer, useUpdateForeignServer } from '../../data/resources/wrappers.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { EMPTY_DRAFT, draftOf, toConnection, toCredential, type ServerDraft } from './draft.ts'
import { ServerFields } from './server-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

export function NewServerSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateForeignServer(projectRef)
  const { values, isDirty, change } = useFormValues<ServerDraft & { name: string }>({
    name: '',
    ...EMPTY_DRAFT,
  })
  const { name } = values
  const connection = toConnection(values)
  const credential = toCredential(values)
  const isName = /^[A-Za-z_]\w{0,62}$/.test(name)
  return (
    <Sheet open title="New foreign server" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Create server"
        isDirty={isDirty}
        pending={create.isPending}
        problem={formProblem(create.error)}
        canSubmit={isName && connection !== undefined && credential !== undefined}
        onSubmit={() =>
          connection &&
          credential &&
          create.mutate({ name, ...connection, credential }, { onSuccess: onClose })
        }
        onCancel={onClose}
      >
        <Field
          label="Name"
          description="The name in SQL. Can’t be changed later."
          error={
            name !== '' && !isName ? 'Use letters, digits, and underscores, up to 63.' : undefined
          }
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              maxLength={63}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <ServerFields projectRef={projectRef} value={values} onChange={change} />
      </SheetForm>
    </Sheet>
  )
}

export function EditServerSheet({
  projectRef,
  server,
  onClose,
}: SheetProps & { server: ForeignServer }) {
  const update = useUpdateForeignServer(projectRef, server.id)
  const { values, isDirty, change } = useFormValues(draftOf(server))
  const connection = toConnection(values)
  const credential = toCredential(values)
  return (
    <Sheet open title={`Edit ${server.name}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Save"
        isDirty={isDirty}
        pending={update.isPending}
        problem={formProblem(update.error)}
        canSubmit={connection !== undefined && (server.is_connected || credential !== undefined)}
        onSubmit={() =>
          connection &&
          update.mutate(
            { ...connection, ...(credential && { credential }) },
            { onSuccess: onClose },
          )
        }
        onCancel={onClose}
      >
        <ServerFields
          projectRef={projectRef}
          keepsPassword={server.is_connected}
          value={values}
          onChange={change}
        />
      </SheetForm>
    </Sheet>
  )
}
