import type { NoticeAudience } from '@stoa/contract/platform/notices'
import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateNotice } from '../../data/resources/notices.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const AUDIENCES: { value: NoticeAudience; label: string }[] = [
  { value: 'all', label: 'Everybody' },
  { value: 'operators', label: 'Operators' },
]
const EMPTY = { title: '', text: '', link: '', from: '', until: '' }

/** A form for a notice. Times are in the local time zone of the browser. */
export function NoticeForm() {
  const [draft, setDraft] = useState(EMPTY)
  const [audience, setAudience] = useState<NoticeAudience>('all')
  const [isAsking, setIsAsking] = useState(false)
  const create = useCreateNotice()
  const { title, text, link, from, until } = draft
  const isWhole = title.trim() !== '' && text.trim() !== '' && isTime(from) && isTime(until)
  const isInOrder = !isTime(from) || !isTime(until) || Date.parse(from) < Date.parse(until)
  const set = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) =>
    setDraft((before) => ({ ...before, [name]: event.target.value }))
  const setTime = (name: 'from' | 'until') => (value: string) =>
    setDraft((before) => ({ ...before, [name]: value }))
  const publish = () =>
    create.mutate(
      {
        title: title.trim(),
        text: text.trim(),
        link: link.trim() || null,
        audience,
        visible_from: new Date(from).toISOString(),
        visible_until: new Date(until).toISOString(),
      },
      { onSuccess: () => setDraft(EMPTY), onSettled: () => setIsAsking(false) },
    )
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole && isInOrder) setIsAsking(true)
      }}
    >
      <Field label="Title" error={create.error ? errorMessage(create.error) : undefined}>
        {(control) => <Input {...control} maxLength={200} value={title} onChange={set('title')} />}
      </Field>
      <Field label="Text" description="Markdown: emphasis, code and links.">
        {(control) => (
          <Textarea {...control} rows={3} maxLength={2000} value={text} onChange={set('text')} />
        )}
      </Field>
      <Field label="Link" description="Target of “Learn more”. Optional.">
        {(control) => <Input {...control} type="url" value={link} onChange={set('link')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Shown from" error={timeProblem(from)}>
          {(control) => (
            <DateInput {...control} time="00:00" value={from} onValueChange={setTime('from')} />
          )}
        </Field>
        <Field
          label="Shown until"
          error={timeProblem(until) ?? (isInOrder ? undefined : 'Must be later than “Shown from”.')}
        >
          {(control) => (
            <DateInput {...control} time="00:00" value={until} onValueChange={setTime('until')} />
          )}
        </Field>
      </div>
      <Field label="Audience">
        {(control) => (
          <Select {...control} value={audience} options={AUDIENCES} onValueChange={setAudience} />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={!isWhole || !isInOrder}>
          Publish notice
        </Button>
      </div>
      <ConfirmDialog
        visible={isAsking}
        variant="warning"
        size="md"
        title="Publish the notice"
        description={`“${title.trim()}” is shown at the top of every page during this time.`}
        confirmLabel="Publish notice"
        loading={create.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={publish}
      />
    </form>
  )
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

const timeProblem = (text: string) =>
  text === '' || isTime(text) ? undefined : 'Enter a date and time, such as 2026-01-31 09:00.'
