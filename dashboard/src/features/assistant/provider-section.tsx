import {
  PROVIDER_KINDS,
  PROVIDER_URLS,
  type ProviderKind,
} from '@stoa/contract/catalog/assistant-levels'
import type { AssistantSettings } from '@stoa/contract/platform/assistant'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import type { FormOf } from '../../components/form/use-form.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { hasSavedKey, problemsOf, type SettingsDraft } from './settings-draft.ts'
import { ProviderTest } from './provider-test.tsx'

const NAMES: Readonly<Record<ProviderKind, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  compatible: 'OpenAI-compatible server',
}

const EXAMPLES: Readonly<Record<ProviderKind, string>> = {
  openai: 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-pro',
  compatible: 'qwen3:14b',
}

type ProviderSectionProps = {
  slug: string
  form: FormOf<SettingsDraft>
  settings: AssistantSettings
  disabled: boolean
}

/** The provider of the model and the key to use it with. */
export function ProviderSection({ slug, form, settings, disabled }: ProviderSectionProps) {
  const { values } = form
  const { kind } = values
  const shared = settings.installation_provider
  const none = shared ? `${shared.model} (${NAMES[shared.kind]}), from this installation` : 'None'
  const isComplete = Object.values(problemsOf(values, settings)).every(
    (problem) => problem === undefined,
  )
  return (
    <Section
      title="Model"
      description="The provider receives the messages of your members and what the assistant reads for them, and bills you for it."
    >
      <FormField form={form} name="kind" label="Provider">
        {(control, value, change) => (
          <Select
            {...control}
            value={value}
            disabled={disabled}
            options={[
              { value: 'none', label: none },
              ...PROVIDER_KINDS.map((option) => ({ value: option, label: NAMES[option] })),
            ]}
            onValueChange={change}
          />
        )}
      </FormField>
      {kind !== 'none' && (
        <>
          <InputField
            form={form}
            name="model"
            label="Model"
            description={`As the provider names it, such as ${EXAMPLES[kind]}.`}
            disabled={disabled}
            className="font-mono text-xs"
          />
          <InputField
            form={form}
            name="url"
            label="Address"
            aside={kind !== 'compatible' && 'optional'}
            description={
              kind === 'compatible'
                ? 'The URL before /chat/completions. A private address must be allowed by the operator.'
                : 'Only for a gateway of your own.'
            }
            placeholder={PROVIDER_URLS[kind] ?? 'https://models.example.com/v1'}
            disabled={disabled}
            className="font-mono text-xs"
          />
          <InputField
            form={form}
            name="key"
            label="API key"
            aside={kind === 'compatible' && 'optional'}
            type="password"
            autoComplete="off"
            description="Stored encrypted and never shown again."
            placeholder={hasSavedKey(values, settings) ? 'Saved. Enter a key to replace it.' : ''}
            disabled={disabled}
          />
          {!disabled && <ProviderTest slug={slug} draft={values} isComplete={isComplete} />}
        </>
      )}
    </Section>
  )
}
