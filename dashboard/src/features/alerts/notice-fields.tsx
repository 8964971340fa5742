import { AlertSeverity } from '@stoa/contract/services/alerts/rules'
import { Link } from '@tanstack/react-router'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { Option } from '../../components/form/option.tsx'
import type { FormOf } from '../../components/form/use-form.ts'
import { useAlertChannels } from '../../data/resources/services/alerts/channels.ts'
import { Select } from '../../ui/inputs/select.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { SEVERITIES } from './words.ts'

const SEVERITY_OPTIONS = AlertSeverity.options.map((value) => ({
  value,
  label: SEVERITIES[value],
}))

/** The receivers of a rule's messages. */
export function NoticeFields({
  projectRef,
  form,
}: {
  projectRef: string
  form: FormOf<RuleDraft>
}) {
  return (
    <>
      <FormField form={form} name="severity" label="Severity">
        {(control, value, change) => (
          <Select
            {...control}
            className="max-w-40"
            value={value}
            options={SEVERITY_OPTIONS}
            onValueChange={change}
          />
        )}
      </FormField>
      <Receivers projectRef={projectRef} form={form} />
      <InputField
        form={form}
        name="repeat"
        label="Repeat while firing"
        aside="minutes, optional"
        description="Leave empty to send one message."
        className="max-w-24"
        inputMode="numeric"
      />
    </>
  )
}

function Receivers({ projectRef, form }: { projectRef: string; form: FormOf<RuleDraft> }) {
  const channels = useAlertChannels(projectRef)
  const { channelIds, notifiesOwners } = form.values
  const choose = (id: string, isChosen: boolean) =>
    form.change({
      channelIds: isChosen ? [...channelIds, id] : channelIds.filter((each) => each !== id),
    })
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">Notify</legend>
      <Option checked={notifiesOwners} onChange={(next) => form.change({ notifiesOwners: next })}>
        Owners, by email or in the dashboard
      </Option>
      {channels.data?.map(({ id, name }) => (
        <Option
          key={id}
          checked={channelIds.includes(id)}
          onChange={(isChosen) => choose(id, isChosen)}
        >
          {name}
        </Option>
      ))}
      {channels.data?.length === 0 && (
        <p className="text-xs text-muted">
          To use email, Slack, or a webhook,{' '}
          <Link
            to="/project/$ref/alerts/channels"
            params={{ ref: projectRef }}
            className="text-accent-text underline underline-offset-2"
          >
            create a channel
          </Link>
          .
        </p>
      )}
    </fieldset>
  )
}
