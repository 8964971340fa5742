import { createOAuthClient, type OAuthClient } from '@stoa/contract/services/auth/oauth-clients'
import { sentTo } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import type { FormMutation } from '../../../components/form/use-sending.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import {
  useCreateOAuthClient,
  useUpdateOAuthClient,
  type OAuthClientDraft,
} from '../../../data/resources/services/auth/oauth-clients.ts'
import { isValidUrl } from '../../../lib/urls.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

const METHODS = {
  client_secret_basic: { label: 'Secret in the header', description: 'client_secret_basic' },
  client_secret_post: { label: 'Secret in the body', description: 'client_secret_post' },
  none: { label: 'None', description: 'Public clients, which use PKCE.' },
} as const

const EMPTY: OAuthClientDraft = {
  client_name: '',
  redirect_uris: [],
  client_uri: '',
  token_endpoint_auth_method: 'client_secret_basic',
}

/** Creates a client and shows its secret once. */
export function NewClientSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateOAuthClient(projectRef)
  if (create.data) {
    const { client_id: id, client_secret: secret } = create.data
    return (
      <ShownOnceDialog
        title="Client created"
        description={
          secret === undefined
            ? `${create.data.client_name} is a public client and has no secret.`
            : 'Copy the client secret now. It can’t be shown again.'
        }
        value={secret ?? id}
        valueLabel={secret === undefined ? 'client ID' : 'client secret'}
        onClose={onClose}
      />
    )
  }
  return (
    <ClientForm
      title="New client"
      submitLabel="Create client"
      initial={EMPTY}
      methods={['client_secret_basic', 'client_secret_post', 'none']}
      mutation={create}
      onClose={onClose}
    />
  )
}

export function EditClientSheet({
  projectRef,
  client,
  onClose,
}: SheetProps & { client: OAuthClient }) {
  const update = useUpdateOAuthClient(projectRef, client.client_id)
  return (
    <ClientForm
      title={`Edit ${client.client_name}`}
      submitLabel="Save client"
      initial={{ ...client, client_uri: client.client_uri ?? '' }}
      methods={
        client.client_type === 'public' ? ['none'] : ['client_secret_basic', 'client_secret_post']
      }
      mutation={update}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

type Method = OAuthClientDraft['token_endpoint_auth_method']

type ClientFormProps = {
  title: string
  submitLabel: string
  initial: OAuthClientDraft
  methods: readonly Method[]
  mutation: FormMutation<OAuthClientDraft>
  onSaved?: () => void
  onClose: () => void
}

function ClientForm({ initial, methods, mutation, onSaved, ...props }: ClientFormProps) {
  const { values, problems, change, state } = useForm({
    kind: 'record',
    schema: CLIENT,
    values: {
      name: initial.client_name,
      uris: initial.redirect_uris.join('\n'),
      homepage: initial.client_uri ?? '',
      method: initial.token_endpoint_auth_method,
    },
    mutation,
    ...(onSaved && { onSuccess: onSaved }),
  })
  const { name, uris, homepage, method } = values
  return (
    <Sheet open title={props.title} onClose={props.onClose}>
      <SheetForm submitLabel={props.submitLabel} {...state} onCancel={props.onClose}>
        <Field
          label="Name"
          description="Users see it when they grant access."
          error={problems.name}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field
          label="Redirect URIs"
          description="One per line, at most 10. Each must match exactly."
          error={problems.uris}
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              placeholder="https://app.example.com/callback"
              value={uris}
              onChange={({ target }) => change({ uris: target.value })}
            />
          )}
        </Field>
        <Field label="Homepage" aside="optional" error={problems.homepage}>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              value={homepage}
              onChange={({ target }) => change({ homepage: target.value })}
            />
          )}
        </Field>
        <Field
          label="Client authentication"
          description={
            method === 'none'
              ? 'A public client, such as a mobile or single-page app, has no secret.'
              : 'A confidential client sends its secret to the token endpoint.'
          }
        >
          {(control) => (
            <Select
              {...control}
              disabled={methods.length === 1}
              value={method}
              options={methods.map((value) => ({ value, ...METHODS[value] }))}
              onValueChange={(next) => change({ method: next })}
            />
          )}
        </Field>
      </SheetForm>
    </Sheet>
  )
}

type ClientValues = { name: string; uris: string; homepage: string; method: Method }

const redirectsOf = (text: string) => text.split('\n').flatMap((uri) => uri.trim() || [])

const CLIENT = sentTo(
  createOAuthClient,
  ({ name, uris, homepage, method }: ClientValues) => ({
    client_name: name,
    redirect_uris: redirectsOf(uris),
    client_uri: homepage,
    token_endpoint_auth_method: method,
  }),
  ({ name, uris, homepage }) => ({
    name: name.trim() === '' ? 'Enter a name.' : undefined,
    uris: redirectProblem(redirectsOf(uris)),
    homepage:
      homepage.trim() === '' || isValidUrl(homepage.trim())
        ? undefined
        : 'Enter a URL that starts with http:// or https://.',
  }),
)

function redirectProblem(uris: readonly string[]): string | undefined {
  if (uris.length === 0) return 'Enter at least one URI.'
  if (uris.length > 10) return 'Enter at most 10 URIs.'
  const invalid = uris.find((uri) => !URL.canParse(uri))
  return invalid === undefined ? undefined : `${invalid} is not a valid URI.`
}
