import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import { Identifier } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { SchemaSelector } from '../../../components/schema-selector.tsx'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Option } from '../../../components/form/option.tsx'

type InstallSheetProps = {
  projectRef: string
  extension: DatabaseExtension
  /** Required extensions that are not installed. */
  missing: readonly string[]
  onClose: () => void
}

const USUAL_SCHEMA = 'extensions'

/** Installs an extension in a chosen schema, along with its required extensions. */
export function InstallSheet({ projectRef, extension, missing, onClose }: InstallSheetProps) {
  const { values, body, problems, change, state } = useForm({
    values: { schema: USUAL_SCHEMA, cascade: false },
    schema: z.object({
      schema: Identifier,
      cascade: z
        .boolean()
        .refine((isOn) => isOn || missing.length === 0, 'Required to install it.'),
    }),
  })
  const { schema, cascade } = values
  return (
    <Sheet
      open
      size="lg"
      title={`Install ${extension.name}`}
      description={`Version ${extension.default_version}`}
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'create_extension',
            name: extension.name,
            schema: extension.fixed_schema === null ? body.schema : null,
            cascade: body.cascade,
          }
        }
        submitLabel="Install extension"
        success="Extension installed"
        onClose={onClose}
      >
        {extension.fixed_schema === null ? (
          <Field
            label="Schema"
            error={problems.schema}
            description="Functions in the schema extensions are not exposed through the API."
          >
            {(control) => (
              <SchemaSelector
                {...control}
                projectRef={projectRef}
                value={schema}
                onValueChange={(next) => change({ schema: next })}
              />
            )}
          </Field>
        ) : (
          <p className="text-muted">
            It can only be installed in the schema{' '}
            <span className="font-mono text-xs">{extension.fixed_schema}</span>.
          </p>
        )}
        {missing.length > 0 && (
          <div className="grid gap-1.5" data-invalid={problems.cascade !== undefined || undefined}>
            <Option checked={cascade} onChange={(next) => change({ cascade: next })}>
              Also install {missing.join(', ')}, which it requires
            </Option>
            {problems.cascade && (
              <p role="alert" className="text-xs text-danger-text">
                {problems.cascade}
              </p>
            )}
          </div>
        )}
      </ChangeForm>
    </Sheet>
  )
}
