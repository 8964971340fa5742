import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { useState } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useCreateForeignServer, useUpdateForeignServer } from '../../data/resources/wrappers.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { EMPTY_DRAFT, draftOf, toConnection, toCredential, type ServerDraft } from './draft.ts'
import { ServerFields } from './server-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

export function NewServerSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateForeignServer(projectRef)
  const [name, setName] = useState('')
  const [draft, setDraft] = useState<ServerDraft>(EMPTY_DRAFT)
  const connection = toConnection(draft)
  const credential = toCredential(draft)
  const isName = /^[A-Za-z_]\w{0,62}$/.test(name)
  return (
    <Sheet open title="New foreign server" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Create server"
        pending={create.isPending}
        canSubmit={isName && connection !== undefined && credential !== undefined}
        onSubmit={() =>
          connection &&
          credential &&
          create.mutate({ name, ...connection, credential }, { onSuccess: onClose })
        }
        onCancel={onClose}
      >
        {create.error && (
          <ErrorState message={errorMessage(create.error)} details={errorDetails(create.error)} />
        )}
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
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <ServerFields
          projectRef={projectRef}
          value={draft}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
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
  const [draft, setDraft] = useState(() => draftOf(server))
  const connection = toConnection(draft)
  const credential = toCredential(draft)
  return (
    <Sheet open title={`Edit ${server.name}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Save"
        pending={update.isPending}
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
        {update.error && (
          <ErrorState message={errorMessage(update.error)} details={errorDetails(update.error)} />
        )}
        <ServerFields
          projectRef={projectRef}
          keepsPassword={server.is_connected}
          value={draft}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
      </SheetForm>
    </Sheet>
  )
}
