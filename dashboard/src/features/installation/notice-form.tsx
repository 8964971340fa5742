import { createNotice, type NoticeAudience } from '@stoa/contract/platform/notices'
import { useState } from 'react'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useCreateNotice, type NoticeDraft } from '../../data/resources/platform/notices.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { DateInput } from '../../ui/inputs/date-picker.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

const AUDIENCES: { value: NoticeAudience; label: string }[] = [
  { value: 'all', label: 'Everyone' },
  { value: 'operators', label: 'Operators' },
]
type Typed = Record<'title' | 'text' | 'link' | 'visible_from' | 'visible_until', string> & {
  audience: NoticeAudience
}
const EMPTY: Typed = {
  title: '',
  text: '',
  link: '',
  audience: 'all',
  visible_from: '',
  visible_until: '',
}
const NO_TIME = 'Enter a date and time, such as 2026-01-31 09:00.'

/** A form for a notice. Times are in the local time zone of the browser. */
export function NoticeForm() {
  const [asked, setAsked] = useState<NoticeDraft>()
  const create = useCreateNotice()
  const form = useForm({
    endpoint: createNotice,
    values: EMPTY,
    toBody,
    mutation: {
      ...create,
      mutate: (body: NoticeDraft, options) =>
        create.mutate(body, { ...options, onSettled: () => setAsked(undefined) }),
    },
    onSuccess: () => form.reset(),
    confirm: setAsked,
  })
  const { values, state, send } = form
  const until = values.visible_until
  return (
    <Form {...state} failure="Could not publish the notice" className="grid gap-4">
      {(_leave, problem) => (
        <>
          <InputField
            form={form}
            name="title"
            label="Title"
            problem="Enter a title."
            maxLength={200}
          />
          <FormField
            form={form}
            name="text"
            label="Text"
            description="Markdown: emphasis, code and links."
            problem="Enter a text."
          >
            {(attributes, value, change) => (
              <Textarea
                {...attributes}
                rows={3}
                maxLength={2000}
                value={value}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </FormField>
          <InputField
            form={form}
            name="link"
            label="Link"
            aside="optional"
            description="The target of “Learn more”."
            problem="Enter a URL that starts with https:// or http://."
            type="url"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField form={form} name="visible_from" label="Shown from" problem={NO_TIME}>
              {(attributes, value, change) => (
                <DateInput {...attributes} time="00:00" value={value} onValueChange={change} />
              )}
            </FormField>
            <FormField
              form={form}
              name="visible_until"
              label="Shown until"
              problem={moment(until) === until ? NO_TIME : 'Must be later than “Shown from”.'}
            >
              {(attributes, value, change) => (
                <DateInput {...attributes} time="00:00" value={value} onValueChange={change} />
              )}
            </FormField>
          </div>
          <FormField form={form} name="audience" label="Audience">
            {(attributes, value, change) => (
              <Select {...attributes} value={value} options={AUDIENCES} onValueChange={change} />
            )}
          </FormField>
          {problem}
          <div>
            <SubmitButton state={state} variant="secondary" pending={false}>
              Publish notice
            </SubmitButton>
          </div>
          <ConfirmDialog
            visible={asked !== undefined}
            variant="warning"
            size="md"
            title="Publish the notice"
            description={`“${asked?.title ?? ''}” is shown at the top of every page during this time.`}
            confirmLabel="Publish notice"
            loading={create.isPending}
            onCancel={() => setAsked(undefined)}
            onConfirm={() => asked && send(asked)}
          />
        </>
      )}
    </Form>
  )
}

const toBody = (typed: Typed) => ({
  ...typed,
  link: typed.link.trim() || null,
  visible_from: moment(typed.visible_from),
  visible_until: moment(typed.visible_until),
})

/**
 * A local time in ISO 8601; text that is not a time stays unchanged and is rejected by the schema.
 */
function moment(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}
