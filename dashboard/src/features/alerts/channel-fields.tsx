import { ChatFormat, MAX_CHANNEL_URL } from '@stoa/contract/services/alerts/channels'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { Option } from '../../components/form/option.tsx'
import type { FormOf } from '../../components/form/use-form.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import type { ChannelDraft } from './channel-draft.ts'
import { RecipientList } from './recipient-list.tsx'
import { CHATS } from './words.ts'

type FieldsProps = { form: FormOf<ChannelDraft> }

const KINDS = [
  { value: 'mail', label: 'Email' },
  { value: 'chat', label: 'Slack, Discord, or Microsoft Teams' },
  { value: 'webhook', label: 'Webhook' },
] as const

const FORMATS = ChatFormat.options.map((value) => ({ value, label: CHATS[value] }))

export function ChannelFields({
  projectRef,
  form,
  isNew,
}: FieldsProps & { projectRef: string; isNew: boolean }) {
  const { kind, recipients } = form.values
  return (
    <>
      <InputField form={form} name="name" label="Name" maxLength={100} autoComplete="off" />
      {isNew && (
        <FormField form={form} name="kind" label="Kind">
          {(control, value, change) => (
            <Select {...control} value={value} options={KINDS} onValueChange={change} />
          )}
        </FormField>
      )}
      {kind === 'mail' && (
        <RecipientList
          projectRef={projectRef}
          label="Members"
          chosen={recipients}
          problem={form.refusals.recipients ?? form.problems.recipients}
          onChange={(next) => form.change({ recipients: next })}
        />
      )}
      {kind === 'chat' && (
        <FormField form={form} name="format" label="Chat">
          {(control, value, change) => (
            <Select {...control} value={value} options={FORMATS} onValueChange={change} />
          )}
        </FormField>
      )}
      {kind !== 'mail' && <UrlField form={form} isNew={isNew} />}
      <QuietHours form={form} />
      <Option checked={form.values.enabled} onChange={(enabled) => form.change({ enabled })}>
        Send messages to this channel
      </Option>
    </>
  )
}

function UrlField({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const help =
    form.values.kind === 'chat'
      ? 'The URL of an incoming webhook of the chat.'
      : 'Gets a POST request, signed according to Standard Webhooks.'
  return (
    <InputField
      form={form}
      name="url"
      label="URL"
      description={
        isNew
          ? `${help} It is stored encrypted and not shown again.`
          : 'Leave empty to keep the current URL.'
      }
      maxLength={MAX_CHANNEL_URL}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

const ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

function QuietHours({ form }: FieldsProps) {
  const { hasQuietHours, timeZone } = form.values
  const zones = ZONES.some(({ value }) => value === timeZone)
    ? ZONES
    : [{ value: timeZone, label: timeZone }, ...ZONES]
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">Quiet hours</legend>
      <Option checked={hasQuietHours} onChange={(next) => form.change({ hasQuietHours: next })}>
        Hold messages until the end of the quiet hours
      </Option>
      {hasQuietHours && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <InputField form={form} name="from" label="From" type="time" />
            <InputField form={form} name="to" label="Until" type="time" />
          </div>
          <FormField form={form} name="timeZone" label="Time zone">
            {(control, value, change) => (
              <Combobox
                {...control}
                value={value}
                options={zones}
                searchPlaceholder="Search time zones"
                onValueChange={change}
              />
            )}
          </FormField>
        </>
      )}
    </fieldset>
  )
}
