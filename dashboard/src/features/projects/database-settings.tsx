import { useState } from 'react'
import { setDatabasePassword } from '@stoa/contract/platform/projects'
import { useForm } from '../../components/form/use-form.ts'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { useSetDatabasePassword } from '../../data/resources/platform/keys.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { databaseVersion } from './database-version.ts'
import { ComputeSection } from './compute-section.tsx'
import { DiskSection } from './disk-section.tsx'
import {
  PasswordField,
  usePasswordForm,
  usePasswordJudgement,
} from '../../components/database-password/password-field.tsx'

export function DatabaseSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Database', 'Settings', project?.name)
  if (!project) return null
  const { endpoints } = project
  return (
    <Page width="form">
      <PageHeader title="Database" />
      <div>
        <Section title="Connection" description="For psql and any Postgres driver.">
          <ValueList>
            <ValueRow label="Connection string" value={project.connectionString} />
            <ValueRow label="Host" value={endpoints.database_host} />
            <ValueRow label="Port" value={String(endpoints.database_port)} />
            <ValueRow label="User" value={endpoints.database_user} />
            <ValueRow label="Database" value={endpoints.database_name} />
            <ValueRow label="Postgres" value={databaseVersion(project.dbVersion)} />
          </ValueList>
        </Section>
        <ComputeSection projectRef={projectRef} />
        <DiskSection projectRef={projectRef} />
        {can('key:read_secret') && <PasswordSection projectRef={projectRef} />}
      </div>
    </Page>
  )
}

function PasswordSection({ projectRef }: { projectRef: string }) {
  const [asked, setAsked] = useState<string>()
  const save = useSetDatabasePassword(projectRef)
  const form = useForm({
    endpoint: setDatabasePassword,
    values: { password: '' },
    toBody: (typed) => typed,
    mutation: {
      ...save,
      mutate: ({ password }: { password: string }, options) =>
        save.mutate(password, { ...options, onSettled: () => setAsked(undefined) }),
    },
    onSuccess: () => form.reset(),
    errorField: 'password',
    confirm: ({ password }) => setAsked(password),
  })
  const { values, change, state, send } = form
  const judgement = usePasswordJudgement(values.password)
  const checked = usePasswordForm(state, { password: values.password, judgement })
  return (
    <Section
      title="Password"
      description="The password of the postgres role. New connections need the new password; open connections stay open."
    >
      <Form {...checked.state} className="grid gap-4">
        {() => (
          <>
            <PasswordField
              label="New database password"
              value={values.password}
              judgement={judgement}
              error={checked.problem ?? form.problems.password}
              onChange={(password) => change({ password })}
            />
            <div>
              <SubmitButton state={checked.state} variant="secondary" pending={false}>
                Change password
              </SubmitButton>
            </div>
          </>
        )}
      </Form>
      <ConfirmDialog
        visible={asked !== undefined}
        size="md"
        variant="warning"
        title="Change the database password"
        description="Apps and tools that use the old password can’t connect until you update them. API keys don’t change."
        confirmLabel="Change password"
        loading={save.isPending}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked !== undefined && send({ password: asked })}
      />
    </Section>
  )
}
