import type { ReactNode } from 'react'
import { z } from 'zod'
import { Section } from '../../ui/layout/section.tsx'
import { InputField } from '../form/input-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useForm } from '../form/use-form.ts'
import type { FormMutation } from '../form/use-sending.ts'

type NameFormProps = {
  title: string
  /** The contract's schema of a name. */
  schema: z.core.$ZodType<string>
  saved: string
  canUpdate: boolean
  save: FormMutation<{ name: string }>
  /** The save bar's text about a new name. */
  summary: (name: string) => string
  /** The title of an error: `Failed to rename the project`. */
  failure: string
  /** Additional help text below the name. */
  children?: ReactNode
}

/** A form for the name of a project or organization, which cannot be empty. */
export function NameForm({ title, schema, saved, canUpdate, save, ...props }: NameFormProps) {
  const settings = useForm({
    schema: z.object({ name: schema }),
    kind: 'settings',
    values: { name: saved },
    toBody: ({ name }) => ({ name }),
    mutation: save,
  })
  return (
    <SettingsForm
      form={settings}
      summary={props.summary(settings.values.name.trim())}
      failure={props.failure}
    >
      <Section title={title}>
        <InputField
          form={settings}
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
