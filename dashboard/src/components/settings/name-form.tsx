import type { ReactNode } from 'react'
import { z } from 'zod'
import { Section } from '../../ui/layout/section.tsx'
import { InputField } from '../form/input-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsForm, type Save } from './use-settings-form.ts'

type NameFormProps = {
  title: string
  /** The contract's schema of a name. */
  schema: z.core.$ZodType<string>
  saved: string
  canUpdate: boolean
  save: Save<{ name: string }>
  /** The save bar's text about a new name. */
  summary: (name: string) => string
  /** The title of an error: `Failed to rename the project`. */
  failure: string
  /** Additional help text below the name. */
  children?: ReactNode
}

/** A form for the name of a project or organization, which cannot be empty. */
export function NameForm({ title, schema, saved, canUpdate, save, ...props }: NameFormProps) {
  const settings = useSettingsForm(z.object({ name: schema }), {
    saved: { name: saved },
    toBody: ({ name }) => ({ name }),
    save,
  })
  return (
    <SettingsForm
      form={settings}
      summary={props.summary(settings.values.name.trim())}
      failure={props.failure}
    >
      <Section title={title}>
        <InputField
          control={settings.form.control}
          name="name"
          label="Name"
          problem="Enter a name of up to 100 characters."
          disabled={!canUpdate}
        />
        {props.children}
      </Section>
    </SettingsForm>
  )
}
