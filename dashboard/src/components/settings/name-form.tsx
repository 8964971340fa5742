import type { ReactNode } from 'react'
import { useDraft } from '../../lib/use-draft.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsForm } from './settings-form.tsx'

type NameFormProps = {
  title: string
  saved: string
  canUpdate: boolean
  save: {
    mutate: (body: { name: string }, options: { onSuccess: () => void }) => void
    isPending: boolean
  }
  /** What the save bar says about a new name. */
  summary: (name: string) => string
  /** Additional help text below the name. */
  children?: ReactNode
}

/** A form for the name of a project or organization, which cannot be empty. */
export function NameForm({ title, saved, canUpdate, save, summary, children }: NameFormProps) {
  const draft = useDraft({ name: saved })
  const name = draft.value.name.trim()
  return (
    <SettingsForm
      draft={draft}
      save={save}
      body={{ name }}
      summary={summary(name)}
      canSave={name !== ''}
    >
      <Section title={title}>
        <Field label="Name" error={name ? undefined : 'Enter a name.'}>
          {(control) => (
            <Input
              {...control}
              maxLength={100}
              disabled={!canUpdate}
              value={draft.value.name}
              onChange={(event) => draft.set({ name: event.target.value })}
            />
          )}
        </Field>
        {children}
      </Section>
    </SettingsForm>
  )
}
