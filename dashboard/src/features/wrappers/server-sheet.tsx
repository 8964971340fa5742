import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { formProblem } from '../../components/form/form-problem.ts'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { useCreateForeignServer, useUpdateForeignServer } from '../../data/resources/wrappers.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { changedServer, draftOf, EMPTY_DRAFT, NEW_SERVER } from './draft.ts'
import { ServerFields } from './server-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

export function NewServerSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateForeignServer(projectRef)
  const { values, body, problems, showProblems, isDirty, change } = useFormValues(
    { name: '', ...EMPTY_DRAFT },
    NEW_SERVER,
  )
  return (
    <Sheet open title="New foreign server" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Create server"
        isDirty={isDirty}
        pending={create.isPending}
        problem={formProblem(create.error)}
        showProblems={showProblems}
        onSubmit={() => body && create.mutate(body, { onSuccess: onClose })}
        onCancel={onClose}
      >
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
  const update = useUpdateForeignServer(projectRef, server.id)
  const { values, body, problems, showProblems, isDirty, change } = useFormValues(
    draftOf(server),
    changedServer(server),
  )
  return (
    <Sheet open title={`Edit ${server.name}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Save"
        isDirty={isDirty}
        pending={update.isPending}
        problem={formProblem(update.error)}
        showProblems={showProblems}
        onSubmit={() => body && update.mutate(body, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <ServerFields
          {...{ projectRef, problems }}
          keepsPassword={server.is_connected}
          value={values}
          onChange={change}
        />
      </SheetForm>
    </Sheet>
  )
}
