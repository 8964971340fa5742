import { updateUser, type UserDetail } from '@stoa/contract/services/auth/members'
import { sentTo } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { useUpdateUser } from '../../../data/resources/services/auth/users.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'

type UserMetadataProps = { projectRef: string; user: UserDetail; canWrite: boolean }

/** The user's own metadata, and the metadata that only the project can change. */
export function UserMetadata({ projectRef, user, canWrite }: UserMetadataProps) {
  const common = { projectRef, userId: user.id, canWrite }
  return (
    <div className="grid gap-6">
      <MetadataEditor
        {...common}
        field="user_metadata"
        label="User metadata"
        description="Users can change it, so don’t rely on it in policies."
        stored={user.user_metadata}
      />
      <MetadataEditor
        {...common}
        field="app_metadata"
        label="App metadata"
        description="Only your servers can change it. Included in the user’s access tokens."
        stored={user.app_metadata}
      />
    </div>
  )
}

type MetadataEditorProps = {
  projectRef: string
  userId: string
  canWrite: boolean
  field: 'user_metadata' | 'app_metadata'
  label: string
  description: string
  stored: Record<string, unknown>
}

function MetadataEditor({ field, label, description, stored, ...props }: MetadataEditorProps) {
  const saved = JSON.stringify(stored, null, 2)
  const update = useUpdateUser(props.projectRef, props.userId)
  const { values, problems, isDirty, change, reset, state } = useForm({
    kind: 'settings',
    values: { text: saved },
    schema: METADATA[field],
    mutation: update,
    errorField: 'text',
  })
  const { text } = values
  if (!props.canWrite) {
    return (
      <section className="grid gap-1.5">
        <h3 className="text-sm font-medium">{label}</h3>
        <CodeBlock label={label.toLowerCase()} code={saved} wrap />
        <p className="text-xs text-muted">{description}</p>
      </section>
    )
  }
  return (
    <Form {...state} canSubmit={isDirty} className="grid gap-2">
      {(_leave, problem) => (
        <>
          <Field label={label} description={description} error={problems.text}>
            {(control) => (
              <Textarea
                {...control}
                className="font-mono text-xs"
                spellCheck={false}
                rows={Math.min(16, Math.max(4, text.split('\n').length))}
                value={text}
                onChange={(event) => change({ text: event.target.value })}
              />
            )}
          </Field>
          {problem}
          {isDirty && (
            <div className="flex gap-2">
              <Button type="submit" variant="primary" pending={update.isPending}>
                Save
              </Button>
              <Button onClick={reset}>Cancel</Button>
            </div>
          )}
        </>
      )}
    </Form>
  )
}

const metadata = (field: MetadataEditorProps['field']) =>
  sentTo(
    updateUser,
    ({ text }: { text: string }) => ({ [field]: parseObject(text) }),
    ({ text }) => ({
      text: parseObject(text) ? undefined : 'Enter a JSON object, such as {"plan": "pro"}.',
    }),
  )

const METADATA = {
  user_metadata: metadata('user_metadata'),
  app_metadata: metadata('app_metadata'),
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}
