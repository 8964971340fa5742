import type { SettingsChange } from '@stoa/contract/settings-section'
import type { ReactNode } from 'react'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useSettings, useUpdateSettings } from '../../data/resources/services/data-api/settings.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryError } from '../query-error.tsx'
import { PRODUCTS } from '../rooms/products.ts'
import { changeSummary } from './change-summary.ts'
import { drawnFields, type SettingsDeclaration } from './settings-declaration.ts'
import { SettingControl } from './setting-control.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsSchema } from './settings-problems.ts'
import { useForm } from '../form/use-form.ts'

type SettingsPageProps<Values extends object> = {
  projectRef: string
  declaration: SettingsDeclaration<Values>
  /** Rendered above the form. */
  children?: ReactNode
  /** Rendered below the form, for parts of the page without Save. */
  below?: ReactNode
  /** Shown before the title, such as a breadcrumb. */
  before?: ReactNode
}

/** Renders a page of a project's settings from its declaration. */
export function SettingsPage<Values extends object>({
  projectRef,
  declaration,
  children,
  below,
  before,
}: SettingsPageProps<Values>) {
  const { section, product, title, description } = declaration
  const { data: project } = useProject(projectRef)
  const { data: settings, error, refetch } = useSettings(projectRef, section)
  useTitle(title, PRODUCTS[product].label, project?.name)
  return (
    <Page width="form">
      <PageHeader title={title} before={before} description={description} />
      {error && (
        <QueryError
          error={error}
          title="Could not load the settings"
          onRetry={() => void refetch()}
        />
      )}
      {!settings && !error && <Skeleton className="h-80" />}
      {children}
      {settings && (
        <Fields
          key={`${projectRef} ${section.name}`}
          projectRef={projectRef}
          declaration={declaration}
          settings={settings}
        />
      )}
      {below}
    </Page>
  )
}

type FieldsProps<Values extends object> = {
  projectRef: string
  declaration: SettingsDeclaration<Values>
  settings: Values
}

function Fields<Values extends object>({ projectRef, declaration, settings }: FieldsProps<Values>) {
  const { section, subject, change, parts } = declaration
  const form = useForm<Values, SettingsChange<Values>>({
    schema: settingsSchema(declaration, settings),
    kind: 'settings',
    values: settings,
    toBody: (entered) => entered,
    mutation: useUpdateSettings(projectRef, section, subject),
  })
  const { values, problems } = form
  const can = useCan(projectRef)
  const isShown = ({ when }: { readonly when?: (values: Values) => boolean }) =>
    when?.(values) ?? true
  return (
    <SettingsForm
      form={form}
      summary={changeSummary(form.changes, settingNames(declaration))}
      failure={`Failed to save the ${subject} settings`}
    >
      {parts.filter(isShown).map((part) => (
        <Section key={part.title} title={part.title} description={part.description}>
          {drawnFields(part)
            .filter(isShown)
            .map((field) => (
              <SettingControl
                key={field.name}
                projectRef={projectRef}
                field={field}
                value={valueOf(values, field.name)}
                disabled={!can(change)}
                error={valueOf(problems, field.name)}
                // The declaration ensures that a field's control returns values of the field's type.
                onChange={(value) => form.change({ [field.name]: value } as Partial<Values>)}
              />
            ))}
          {part.Notice && <part.Notice projectRef={projectRef} values={values} />}
        </Section>
      ))}
    </SettingsForm>
  )
}

/** The name of each setting within a sentence, in the order of the page. */
export const settingNames = <Values extends object>({ parts }: SettingsDeclaration<Values>) =>
  Object.fromEntries(parts.flatMap(drawnFields).map(({ name, inSentence }) => [name, inSentence]))

const valueOf = <Value,>(values: { readonly [Name in string]?: Value }, name: string) =>
  values[name]
