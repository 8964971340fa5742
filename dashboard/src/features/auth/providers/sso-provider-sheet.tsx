import {
  updateSsoProvider,
  type AttributeRule,
  type SsoProvider,
} from '@stoa/contract/services/auth/sso-providers'
import { sentTo } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import type { FormMutation } from '../../../components/form/use-sending.ts'
import { parseNameList } from '../../../components/settings/name-list.ts'
import { Toggle } from '../../../components/settings/toggle.tsx'
import {
  useCreateSsoProvider,
  useUpdateSsoProvider,
  type SsoProviderChange,
} from '../../../data/resources/services/auth/providers.ts'
import { isValidUrl } from '../../../lib/urls.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { mappingText, parseMapping } from './mapping.ts'
import { TextField } from './text-field.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

export function NewSsoProviderSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateSsoProvider(projectRef)
  return (
    <SsoProviderSheet
      title="New SAML provider"
      submitLabel="Create provider"
      mutation={create}
      onClose={onClose}
    />
  )
}

export function EditSsoProviderSheet({
  projectRef,
  provider,
  onClose,
}: SheetProps & { provider: SsoProvider }) {
  const update = useUpdateSsoProvider(projectRef, provider.id)
  return (
    <SsoProviderSheet
      title="Edit SAML provider"
      submitLabel="Save provider"
      provider={provider}
      mutation={update}
      onClose={onClose}
    />
  )
}

type SsoProviderSheetProps = {
  title: string
  submitLabel: string
  /** The provider to edit; a new one if undefined. */
  provider?: SsoProvider
  mutation: FormMutation<SsoProviderChange>
  onClose: () => void
}

const SOURCES = [
  { value: 'url', label: 'Metadata URL' },
  { value: 'xml', label: 'Metadata XML' },
] as const

const DOMAIN = /^(?!-)[a-z\d-]+(\.[a-z\d-]+)+$/i

type SsoValues = {
  source: 'url' | 'xml'
  url: string
  xml: string
  /** One per line. */
  domainText: string
  mapping: string
  isEnabled: boolean
}

const urlProblem = (url: string) =>
  isValidUrl(url) ? undefined : 'Enter a URL that starts with http:// or https://.'

function domainProblem(domains: readonly string[]): string | undefined {
  const invalid = domains.find((domain) => !DOMAIN.test(domain))
  return invalid === undefined ? undefined : `${invalid} is not a domain.`
}

function SsoProviderSheet({ provider, mutation, ...props }: SsoProviderSheetProps) {
  const isNew = provider === undefined
  const rules = provider?.attribute_mapping ?? {}
  const savedMapping = mappingText(claimsOf(rules))
  const first: SsoValues = {
    source: isNew || provider.metadata_url ? 'url' : 'xml',
    url: provider?.metadata_url ?? '',
    xml: '',
    domainText: provider?.domains.join('\n') ?? '',
    mapping: savedMapping,
    isEnabled: !provider?.disabled,
  }
  const schema = sentTo(
    updateSsoProvider,
    ({ source, url, xml, domainText, mapping, isEnabled }: SsoValues) => ({
      disabled: !isEnabled,
      domains: parseNameList(domainText),
      ...(source === 'url' && { metadata_url: url.trim() }),
      ...(source === 'xml' && xml.trim() !== '' && { metadata_xml: xml.trim() }),
      ...(mapping !== savedMapping && {
        attribute_mapping: rulesOf(parseMapping(mapping) ?? {}, rules),
      }),
    }),
    (typed) => ({
      url: typed.source === 'url' ? urlProblem(typed.url.trim()) : undefined,
      xml:
        typed.source === 'xml' && isNew && typed.xml.trim() === '' ? 'Enter metadata.' : undefined,
      domainText: domainProblem(parseNameList(typed.domainText)),
      mapping: parseMapping(typed.mapping)
        ? undefined
        : 'Enter one attribute per line, such as email = mail.',
    }),
  )
  const { values, problems, change, state } = useForm({
    kind: 'record',
    schema,
    values: first,
    mutation,
    onSuccess: props.onClose,
  })
  const { source, url, xml, domainText, mapping, isEnabled } = values
  return (
    <Sheet open size="lg" title={props.title} onClose={props.onClose}>
      <SheetForm submitLabel={props.submitLabel} {...state} onCancel={props.onClose}>
        <SegmentedControl
          aria-label="Source of the metadata"
          className="justify-self-start"
          value={source}
          options={SOURCES}
          onValueChange={(next) => change({ source: next })}
        />
        {source === 'url' ? (
          <TextField
            label="Metadata URL"
            isCode
            placeholder="https://idp.example.com/metadata"
            description="The metadata is fetched each time you save."
            value={url}
            error={problems.url}
            onChange={(next) => change({ url: next })}
          />
        ) : (
          <Field
            label="Metadata XML"
            error={problems.xml}
            {...(!isNew && { description: 'Leave empty to keep the current metadata.' })}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={8}
                className="font-mono text-xs"
                placeholder="<EntityDescriptor …>"
                value={xml}
                onChange={({ target }) => change({ xml: target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label="Domains"
          aside="optional"
          description="One per line. Users with an email address of these domains sign in here."
          error={problems.domainText}
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              placeholder="example.com"
              value={domainText}
              onChange={({ target }) => change({ domainText: target.value })}
            />
          )}
        </Field>
        <Field
          label="Attribute mapping"
          aside="optional"
          description="One per line: the user’s attribute, then the provider’s."
          error={problems.mapping}
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              placeholder={'email = mail\nname = displayName'}
              value={mapping}
              onChange={({ target }) => change({ mapping: target.value })}
            />
          )}
        </Field>
        <Toggle label="Enabled">
          {(control) => (
            <Switch
              {...control}
              checked={isEnabled}
              onCheckedChange={(isOn) => change({ isEnabled: isOn })}
            />
          )}
        </Toggle>
      </SheetForm>
    </Sheet>
  )
}

type Rules = SsoProvider['attribute_mapping']

const isSimple = (rule: AttributeRule): boolean =>
  rule.name !== undefined && Object.keys(rule).length === 1

/** The rules that only name an attribute, which are those that the form shows. */
const claimsOf = (rules: Rules) =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([attribute, rule]) =>
      isSimple(rule) ? [[attribute, rule.name]] : [],
    ),
  )

/** The rules of the form together with those that it doesn't show, such as defaults. */
const rulesOf = (claims: Readonly<Record<string, string>>, rules: Rules): Rules => ({
  ...Object.fromEntries(Object.entries(rules).filter(([, rule]) => !isSimple(rule))),
  ...Object.fromEntries(Object.entries(claims).map(([attribute, name]) => [attribute, { name }])),
})
