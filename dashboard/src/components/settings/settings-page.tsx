import type { ReactNode } from 'react'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useSettings, useUpdateSettings } from '../../data/resources/settings.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QueryError } from '../query-error.tsx'
import { changeSummary } from './change-summary.ts'
import { drawnFields, type SettingsDeclaration } from './settings-declaration.ts'
import { SettingControl } from './setting-control.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsProblems } from './settings-problems.ts'

type SettingsPageProps<Values extends object> = {
  projectRef: string
  declaration: SettingsDeclaration<Values>
  /** Rendered above the form. */
  children?: ReactNode
  /** Rendered below the form: what belongs to the page but has no Save. */
  below?: ReactNode
}

/** Renders a page of a project's settings from its declaration. */
export function SettingsPage<Values extends object>({
  projectRef,
  declaration,
  children,
  below,
}: SettingsPageProps<Values>) {
  const { section, title, description } = declaration
  const { data: project } = useProject(projectRef)
  const { data: settings, error, refetch } = useSettings(projectRef, section)
  useTitle(`${title} settings`, project?.name)
  return (
    <Page>
      <PageHeader title={title} description={description} />
      {error && (
        <QueryError
          error={error}
          title="Could not load the settings"
          onRetry={() => void refetch()}
        />
      )}
      {!settings && !error && <Skeleton className="h-80" />}
      {children}
      {settings && <Form projectRef={projectRef} declaration={declaration} settings={settings} />}
      {below}
    </Page>
  )
}

type FormProps<Values extends object> = {
  projectRef: string
  declaration: SettingsDeclaration<Values>
  settings: Values
}

function Form<Values extends object>({ projectRef, declaration, settings }: FormProps<Values>) {
  const { section, subject, change, parts } = declaration
  const draft = useDraft(settings)
  const update = useUpdateSettings(projectRef, section, subject)
  const can = useCan(projectRef)
  const problems = settingsProblems(declaration, draft.value)
  const isShown = ({ when }: { readonly when?: (values: Values) => boolean }) =>
    when?.(draft.value) ?? true
  return (
    <SettingsForm
      draft={draft}
      save={update}
      body={draft.changes}
      summary={changeSummary(draft.changes, settingNames(declaration))}
      canSave={Object.keys(problems).length === 0}
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
                value={valueOf(draft.value, field.name)}
                saved={valueOf(settings, field.name)}
                disabled={!can(change)}
                error={valueOf(problems, field.name)}
                // The declaration ensures that a field's control returns values of the field's type.
                onChange={(value) => draft.set({ [field.name]: value } as Partial<Values>)}
              />
            ))}
          {part.Notice && <part.Notice projectRef={projectRef} values={draft.value} />}
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
