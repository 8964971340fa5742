import type { CustomProvider } from '@stoa/contract/services/auth/custom-providers'
import { useForm } from '../../../components/form/use-form.ts'
import type { FormMutation } from '../../../components/form/use-sending.ts'
import { ValueList, ValueRow } from '../../../components/connect/value-row.tsx'
import { Toggle } from '../../../components/settings/toggle.tsx'
import {
  useCreateCustomProvider,
  useUpdateCustomProvider,
} from '../../../data/resources/services/auth/providers.ts'
import { useProject } from '../../../data/resources/platform/projects.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import {
  changeOf,
  EMPTY_PROVIDER,
  formOf,
  newProviderOf,
  ChangedProvider,
  NewProvider,
  type ProviderForm,
} from './custom-provider-form.ts'
import { TextField } from './text-field.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

export function NewCustomProviderSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateCustomProvider(projectRef)
  return (
    <CustomProviderSheet
      {...{ projectRef, onClose }}
      title="New custom provider"
      submitLabel="Create provider"
      initial={EMPTY_PROVIDER}
      isNew
      mutation={{
        ...create,
        mutate: (form, options) => create.mutate(newProviderOf(form), options),
      }}
    />
  )
}

export function EditCustomProviderSheet({
  projectRef,
  provider,
  onClose,
}: SheetProps & { provider: CustomProvider }) {
  const update = useUpdateCustomProvider(projectRef, provider.identifier)
  const initial = formOf(provider)
  return (
    <CustomProviderSheet
      {...{ projectRef, onClose, initial }}
      title={`Edit ${provider.name}`}
      submitLabel="Save provider"
      isNew={false}
      mutation={{
        ...update,
        mutate: (form, options) => update.mutate(changeOf(form, initial), options),
      }}
    />
  )
}

type CustomProviderSheetProps = SheetProps & {
  title: string
  submitLabel: string
  initial: ProviderForm
  isNew: boolean
  mutation: FormMutation<ProviderForm>
}

const TYPES = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'oauth2', label: 'OAuth 2.0' },
] as const

function CustomProviderSheet({
  projectRef,
  initial,
  isNew,
  mutation,
  ...props
}: CustomProviderSheetProps) {
  const { data: project } = useProject(projectRef)
  const {
    values: form,
    problems,
    change,
    state,
  } = useForm({
    kind: 'record',
    schema: isNew ? NewProvider : ChangedProvider,
    values: initial,
    mutation,
    onSuccess: props.onClose,
  })
  const isOidc = form.provider_type === 'oidc'
  const text = (name: TextName) => ({
    value: form[name],
    error: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Sheet open size="lg" title={props.title} onClose={props.onClose}>
      <SheetForm submitLabel={props.submitLabel} {...state} onCancel={props.onClose}>
        {isNew && (
          <SegmentedControl
            aria-label="Protocol"
            className="justify-self-start"
            value={form.provider_type}
            options={TYPES}
            onValueChange={(type) => change({ provider_type: type })}
          />
        )}
        <ValueList>
          <ValueRow
            label="Callback URL"
            value={project && `${project.endpoints.api_url}/auth/v1/callback`}
          />
        </ValueList>
        <TextField label="Name" {...text('name')} />
        {isNew && (
          <TextField
            label="Identifier"
            isCode
            placeholder="acme"
            description={`Apps sign users in with the provider custom:${form.identifier || 'acme'}. The identifier can’t be changed later.`}
            {...text('identifier')}
          />
        )}
        <TextField label="Client ID" isCode {...text('client_id')} />
        <TextField
          label="Client secret"
          isSecret
          {...(!isNew && { description: 'Leave empty to keep the current secret.' })}
          {...text('client_secret')}
        />
        {isOidc && (
          <>
            <TextField
              label="Issuer"
              isCode
              placeholder="https://login.example.com"
              description="Its discovery document is fetched when you save."
              {...text('issuer')}
            />
            <TextField
              label="Discovery URL"
              isCode
              isOptional
              description="Only needed if it isn’t the issuer followed by /.well-known/openid-configuration."
              {...text('discovery_url')}
            />
          </>
        )}
        <TextField
          label="Authorization URL"
          isCode
          isOptional={isOidc}
          {...text('authorization_url')}
        />
        <TextField label="Token URL" isCode isOptional={isOidc} {...text('token_url')} />
        <TextField label="User info URL" isCode isOptional={isOidc} {...text('userinfo_url')} />
        <TextField
          label="Scopes"
          isCode
          isOptional
          placeholder="email profile"
          description={
            isOidc ? 'Separated by spaces. openid is always included.' : 'Separated by spaces.'
          }
          {...text('scopes')}
        />
        <Field
          label="Attribute mapping"
          aside="optional"
          description="One per line: the user’s attribute, then the provider’s claim. Use dots for nested claims."
          error={problems.mapping}
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              placeholder={'email = mail\nname = profile.display_name'}
              value={form.mapping}
              onChange={({ target }) => change({ mapping: target.value })}
            />
          )}
        </Field>
        {FLAGS.filter(({ oidcOnly }) => isOidc || !oidcOnly).map(({ name, label, description }) => (
          <Toggle key={name} label={label} description={description}>
            {(control) => (
              <Switch
                {...control}
                checked={form[name]}
                onCheckedChange={(isOn) => change({ [name]: isOn })}
              />
            )}
          </Toggle>
        ))}
      </SheetForm>
    </Sheet>
  )
}

type TextName = {
  [Name in keyof ProviderForm]: ProviderForm[Name] extends string
    ? Name extends 'provider_type'
      ? never
      : Name
    : never
}[keyof ProviderForm]

const FLAGS = [
  { name: 'enabled', label: 'Enable provider', description: undefined, oidcOnly: false },
  {
    name: 'pkce_enabled',
    label: 'Use PKCE',
    description: 'Disable it only if the provider rejects it.',
    oidcOnly: false,
  },
  {
    name: 'email_optional',
    label: 'Allow users without an email address',
    description: undefined,
    oidcOnly: false,
  },
  {
    name: 'skip_nonce_check',
    label: 'Skip the nonce check',
    description: 'Accepts ID tokens whose nonce your app doesn’t know.',
    oidcOnly: true,
  },
] as const
